package config

import (
	"errors"
	"fmt"
	"net"
)

// Watch holds how the process is watched.
type Watch struct {
	MetricsAddr  string `help:"Address for /metrics, /healthz and /readyz alone, such as 127.0.0.1:9464; none if absent." env:"COHORTIUM_METRICS_ADDR" name:"metrics-addr"`
	MetricsToken string `help:"Bearer token of /metrics, which then also answers at --listen; set it by environment or file." env:"COHORTIUM_METRICS_TOKEN" name:"metrics-token" hidden:""`
}

// Validate returns an error with one sentence for each invalid setting.
func (w Watch) Validate() (err error) {
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
