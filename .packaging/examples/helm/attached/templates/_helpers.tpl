{{- define "attached.name" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name -}}
{{- else -}}
{{- printf "%s-%s" (.Release.Name | trunc 54 | trimSuffix "-") .Chart.Name -}}
{{- end -}}
{{- end -}}

{{- define "attached.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "attached.labels" -}}
{{ include "attached.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- /* Probes speak what the service speaks. */ -}}
{{- define "attached.get" -}}
path: {{ .path }}
port: http
{{- if .root.Values.tlsSecret }}
scheme: HTTPS
{{- end }}
{{- end -}}
