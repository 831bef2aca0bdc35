package config

import (
	"errors"
	"fmt"
	"math"
	"net"
	"net/url"
)

// Watch holds how the process is watched.
type Watch struct {
	MetricsAddr  string `help:"Address for /metrics, /healthz and /readyz alone, such as 127.0.0.1:9464; none if absent." env:"COHORTIUM_METRICS_ADDR" name:"metrics-addr"`
	MetricsToken string `help:"Bearer token of /metrics, which then also answers at --listen; set it by environment or file." env:"COHORTIUM_METRICS_TOKEN" name:"metrics-token" hidden:""`

	TraceEndpoint string  `help:"Address of an OpenTelemetry collector (OTLP over HTTP) that traces are sent to, such as http://localhost:4318; none if absent." env:"COHORTIUM_TRACE_ENDPOINT" name:"trace-endpoint"`
	TraceShare    float64 `help:"Share of the traces that is recorded, above 0 and at most 1." default:"1" env:"COHORTIUM_TRACE_SHARE" name:"trace-share"`
}

// Validate returns an error with one sentence for each invalid setting.
func (w Watch) Validate() error { return errors.Join(w.metrics(), w.traces()) }

func (w Watch) traces() error {
	if w.TraceEndpoint == "" {
		return nil
	}
	if w.TraceShare <= 0 || w.TraceShare > 1 || math.IsNaN(w.TraceShare) {
		return fmt.Errorf("--trace-share is %v: it has to be above 0 and at most 1", w.TraceShare)
	}
	u, err := url.Parse(w.TraceEndpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("--trace-endpoint has to be an address such as http://localhost:4318; set secrets in OTEL_EXPORTER_OTLP_HEADERS")
	}
	return nil
}

func (w Watch) metrics() (err error) {
	if w.MetricsToken != "" {
		err = secret("COHORTIUM_METRICS_TOKEN", w.MetricsToken)
	}
	if w.MetricsAddr == "" {
		return err
	}
	host, _, split := net.SplitHostPort(w.MetricsAddr)
	if split != nil {
		return errors.Join(err, fmt.Errorf("--metrics-addr is %q: write host:port, such as 127.0.0.1:9464", w.MetricsAddr))
	}
	if !loopback(host) && w.MetricsToken == "" {
		return fmt.Errorf(
			"--metrics-addr is %q, which other machines can reach: set COHORTIUM_METRICS_TOKEN, or use an address of this machine such as 127.0.0.1:9464",
			w.MetricsAddr,
		)
	}
	return err
}
