{{- define "skyledger.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "skyledger.account" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "skyledger.name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "skyledger.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{/* Those by which a component is selected never change. */}}
{{- define "skyledger.selector" -}}
app.kubernetes.io/name: skyledger
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "skyledger.labels" -}}
{{ include "skyledger.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{/* The settings stand in the pod itself, so that a change of one replaces the pods. */}}
{{- define "skyledger.container" -}}
image: {{ include "skyledger.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]
env:
{{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
{{- end }}
envFrom:
  - secretRef:
      name: {{ required "secretName must name a Secret with DATABASE_URL and SECRET_KEY." .Values.secretName }}
volumeMounts:
  - name: data
    mountPath: /var/lib/skyledger
  - name: tmp
    mountPath: /tmp
{{- with .Values.volumeMounts }}
{{ toYaml . | indent 2 }}
{{- end }}
{{- end -}}

{{- define "skyledger.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{ toYaml . | indent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
{{ toYaml . | indent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
{{ toYaml . | indent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
{{ toYaml . | indent 2 }}
{{- end }}
volumes:
  - name: data
    emptyDir:
      sizeLimit: {{ .Values.dataFolder.sizeLimit }}
  - name: tmp
    emptyDir: {}
{{- with .Values.volumes }}
{{ toYaml . | indent 2 }}
{{- end }}
{{- end -}}
