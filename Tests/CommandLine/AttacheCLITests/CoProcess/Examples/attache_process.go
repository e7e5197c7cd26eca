// Package attache keeps one attache running, and asks it about as many payloads at once as you like.
package attache

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Unchecked is the outcome of a payload that could not be checked: send it as it is.
const Unchecked = "unchecked"

// Answer is what became of a payload, and what to send.
type Answer struct {
	Outcome string
	Payload []byte
}

// Process is an attache that is started again when it ends.
type Process struct {
	words   []string
	writing sync.Mutex
	child   *child
}

// Start starts an attache.
func Start(program string, options ...string) (*Process, error) {
	words := []string{program, "rewrite", "--ndjson", "--unordered", "--id-from", "$.id", "--emit", "payload"}
	words = append(words, options...)
	first, err := start(words)
	if err != nil {
		return nil, err
	}
	return &Process{words: words, child: first}, nil
}

// Rewrite takes a payload as JSON text.
func (process *Process) Rewrite(payload []byte, deadlineMs int) <-chan Answer {
	process.writing.Lock()
	defer process.writing.Unlock()
	// At most one start a second: a program that ends at once must not be started for each payload.
	if process.child.hasEnded() && time.Since(process.child.started) > time.Second {
		if next, err := start(process.words); err == nil {
			process.child = next
		}
	}
	return process.child.ask(payload, deadlineMs)
}

// Close waits for the payloads in progress, and ends the process.
func (process *Process) Close() error {
	process.child.input.Close()
	<-process.child.done
	return process.child.status
}

// question is a payload that waits for its answer.
type question struct {
	answer  chan Answer
	payload []byte
}

// child is one run of attache, until it ends.
type child struct {
	command *exec.Cmd
	input   io.WriteCloser
	started time.Time
	line    int
	state   sync.Mutex
	waiting map[int]question
	ended   bool
	status  error
	done    chan struct{}
}

func start(words []string) (*child, error) {
	command := exec.Command(words[0], words[1:]...)
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
	made := &child{command: command, input: input, started: time.Now(), waiting: map[int]question{}, done: make(chan struct{})}
	go made.read(output)
	return made, nil
}

func (child *child) hasEnded() bool {
	child.state.Lock()
	defer child.state.Unlock()
	return child.ended
}

func (child *child) ask(payload []byte, deadlineMs int) <-chan Answer {
	answer := make(chan Answer, 1)
	child.state.Lock()
	if child.ended {
		child.state.Unlock()
		answer <- Answer{Outcome: Unchecked, Payload: payload}
		return answer
	}
	child.line++
	child.waiting[child.line] = question{answer, payload}
	child.state.Unlock()
	// A line break would end the line: between JSON's tokens a space is the same.
	line := strings.NewReplacer("\r", " ", "\n", " ").Replace(string(payload))
	// Waits while attache has enough to do: that is the back-pressure. After a failed write, read answers.
	fmt.Fprintf(child.input, `{"id":%d,"deadline_ms":%d,"payload":%s}`+"\n", child.line, deadlineMs, line)
	return answer
}

func (child *child) answer(number int, answer Answer) {
	child.state.Lock()
	defer child.state.Unlock()
	if waiting, isThere := child.waiting[number]; isThere {
		delete(child.waiting, number)
		if answer.Outcome == "rejected" {
			// What is no push stays as it came.
			answer.Payload = waiting.payload
		}
		waiting.answer <- answer
	}
}

func (child *child) read(output io.Reader) {
	defer close(child.done)
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
		child.answer(about.ID, Answer{Outcome: about.Outcome, Payload: payload})
	}
	child.state.Lock()
	child.ended = true
	for number, waiting := range child.waiting {
		waiting.answer <- Answer{Outcome: Unchecked, Payload: waiting.payload}
		delete(child.waiting, number)
	}
	child.state.Unlock()
	child.status = child.command.Wait()
}
