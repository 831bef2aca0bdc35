{{- define "cohortium.labels" -}}
app.kubernetes.io/name: cohortium
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "cohortium.secret" -}}
{{ .Values.existingSecret | default .Release.Name }}
{{- end }}

{{- /* The pod of a role: dict root, role, args, port, resources, scratch. */ -}}
{{- define "cohortium.pod" -}}
metadata:
  labels:
    {{- include "cohortium.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  annotations:
    checksum/secret: {{ .root.Values.secrets | toYaml | sha256sum }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 60
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    seccompProfile: {type: RuntimeDefault}
  containers:
    - name: cohortium
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: {{ .args | toJson }}
      env:
        - {name: COHORTIUM_BASE_URL, value: "https://{{ .root.Values.host }}"}
        - {name: COHORTIUM_READY_URL, value: "http://127.0.0.1:{{ .port }}"}
        {{- if eq .role "server" }}
        - {name: COHORTIUM_TRUSTED_PROXIES, value: {{ .root.Values.trustedProxies | quote }}}
        {{- else }}
        - {name: COHORTIUM_METRICS_ADDR, value: "127.0.0.1:{{ .port }}"}
        {{- end }}
        {{- range $name, $value := .root.Values.settings }}
        - {name: {{ $name }}, value: {{ $value | quote }}}
        {{- end }}
      envFrom:
        - secretRef: {name: {{ include "cohortium.secret" .root }}}
      {{- if eq .role "server" }}
      ports:
        - {name: http, containerPort: {{ .port }}}
      {{- end }}
      startupProbe:
        exec: {command: [/usr/bin/cohortium, ready]}
        timeoutSeconds: 12
        periodSeconds: 5
        failureThreshold: 60 # migrations of a large database
      readinessProbe:
        exec: {command: [/usr/bin/cohortium, ready]}
        timeoutSeconds: 12
        periodSeconds: 15
      livenessProbe:
        exec: {command: [/usr/bin/cohortium, ready, --alive]}
        timeoutSeconds: 12
        periodSeconds: 20
        failureThreshold: 6
      resources: {{ .resources | toJson }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: {drop: [ALL]}
      volumeMounts:
        - {name: data, mountPath: /var/lib/cohortium}
  volumes:
    - name: data
      emptyDir: {sizeLimit: {{ .scratch }}}
{{- end }}
