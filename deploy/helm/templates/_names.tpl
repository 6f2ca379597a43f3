{{- define "tessera.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tessera.secret" -}}
{{- if and (not .Values.existingSecret) (not .Values.secrets) }}
{{- fail "Give secrets (TESSERA_DATABASE_URL, TESSERA_REDIS_URL, TESSERA_SECRET_KEY), or the name of an existingSecret that holds them." }}
{{- end }}
{{- .Values.existingSecret | default .Release.Name }}
{{- end }}

{{/* What servers and workers have alike; given the root, and what the process is to be. */}}
{{- define "tessera.container" -}}
image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: [{{ .program | quote }}]
envFrom:
  - secretRef:
      name: {{ include "tessera.secret" .root }}
env:
  {{- range $name, $value := .root.Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  {{- if gt (int .root.Values.workers) 0 }}
  - name: TESSERA_JOBS
    value: "off"
  {{- end }}
  {{- if eq .program "src/main-worker.ts" }}
  - name: TESSERA_WORKER_METRICS_PORT
    value: "9088"
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
resources:
  {{- toYaml .root.Values.resources | nindent 2 }}
{{- end }}

{{- define "tessera.pod" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
# Longer than preStop, TESSERA_DRAIN_SECONDS and closing together.
terminationGracePeriodSeconds: {{ add 25 (int (.Values.env.TESSERA_DRAIN_SECONDS | default 50)) }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
