// Package attache keeps one attache running, and asks it about as many payloads at once as you like.
package attache

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// Answer is what became of a payload, and what to send.
type Answer struct {
	Outcome string
	Payload []byte
	Err     error
}

// Process is a running attache.
type Process struct {
	command *exec.Cmd
	input   io.WriteCloser
	writing sync.Mutex
	line    int
	state   sync.Mutex
	waiting map[int]chan Answer
	done    chan struct{}
}

// Start starts an attache.
func Start(program string, options ...string) (*Process, error) {
	words := []string{"rewrite", "--ndjson", "--unordered", "--id-from", "$.id", "--emit", "payload"}
	command := exec.Command(program, append(words, options...)...)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	process := &Process{command: command, input: input, waiting: map[int]chan Answer{}, done: make(chan struct{})}
	go process.read(output)
	return process, nil
}

// Rewrite takes a payload as JSON text on one line.
func (process *Process) Rewrite(payload []byte, deadlineMs int) <-chan Answer {
	answer := make(chan Answer, 1)
	process.writing.Lock()
	defer process.writing.Unlock()
	process.line++
	process.state.Lock()
	process.waiting[process.line] = answer
	process.state.Unlock()
	// Waits while attache has enough to do: that is the back-pressure.
	_, err := fmt.Fprintf(process.input, `{"id":%d,"deadline_ms":%d,"payload":%s}`+"\n", process.line, deadlineMs, payload)
	if err != nil {
		process.answer(process.line, Answer{Err: err})
	}
	return answer
}

// Close waits for the payloads in progress, and ends the process.
func (process *Process) Close() error {
	process.input.Close()
	<-process.done
	return process.command.Wait()
}

func (process *Process) answer(number int, answer Answer) {
	process.state.Lock()
	defer process.state.Unlock()
	if waiting, isThere := process.waiting[number]; isThere {
		delete(process.waiting, number)
		waiting <- answer
	}
}

func (process *Process) read(output io.Reader) {
	defer close(process.done)
	lines := bufio.NewReader(output)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		// The payload is cut out and not parsed, so that its numbers stay as they are.
		head, payload, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("}\n")), []byte(`,"payload":`))
		var about struct {
			ID      int
			Source  string
			Outcome string
		}
		if json.Unmarshal(append(bytes.Clone(head), '}'), &about) != nil {
			continue
		}
		if about.ID == 0 {
			// A line that is no JSON has no id; its source is stdin#LINE.
			_, number, _ := strings.Cut(about.Source, "#")
			about.ID, _ = strconv.Atoi(number)
		}
		process.answer(about.ID, Answer{Outcome: about.Outcome, Payload: payload})
	}
	process.state.Lock()
	defer process.state.Unlock()
	for number, waiting := range process.waiting {
		waiting <- Answer{Err: errors.New("attache has ended")}
		delete(process.waiting, number)
	}
}
