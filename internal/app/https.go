package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path/filepath"

	"cohortium/internal/adapter/certificate"
	"cohortium/internal/adapter/httpserver"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/config"

	"golang.org/x/sync/errgroup"
)

// openCertificate prepares the certificate of the settings; none without TLS.
func (k *stack) openCertificate(s config.Settings) (err error) {
	switch {
	case s.ACME:
		base, err := url.Parse(s.BaseURL)
		if err != nil {
			return err
		}
		k.certificate, err = certificate.ACME(certificate.ACMEOptions{
			Directory: s.ACMEDirectory, Email: s.ACMEEmail, Roots: s.ACMERoots, Host: base.Hostname(), Folder: filepath.Join(s.Data, "acme"),
		})
		if err != nil {
			return console.Unusable(fmt.Errorf("--acme: %w", err))
		}
	case s.TLSCert != "":
		if k.certificate, err = certificate.Files(s.TLSCert, s.TLSKey, k.log); err != nil {
			return console.Unusable(fmt.Errorf("--tls-cert: %w", err))
		}
	}
	return nil
}

func (s *server) scheme() string {
	if s.settings.HTTPS() {
		return "https://"
	}
	return "http://"
}

// answer answers requests at the listener, and redirects those of plain HTTP to it.
func (s *server) answer(
	ctx context.Context, group *errgroup.Group, k *stack, listener net.Listener, handler http.Handler, limits httpserver.Limits, proxies []netip.Prefix,
) error {
	if k.certificate == nil {
		group.Go(func() error { return httpserver.Serve(ctx, listener, handler, limits, proxies, s.log) })
		return nil
	}
	if at := s.settings.RedirectListen; at != "" {
		plain, err := (&net.ListenConfig{}).Listen(ctx, "tcp", at)
		if err != nil {
			return console.Unusable(fmt.Errorf("--redirect-listen: the address %s cannot be used: %w", at, err))
		}
		s.log.InfoContext(ctx, "listening for redirects", "address", plain.Addr().String())
		redirect := k.certificate.Redirect(redirectTo(s.settings.BaseURL))
		group.Go(func() error { return httpserver.Serve(ctx, plain, redirect, limits, proxies, s.log) })
	}
	config := k.certificate.Config()
	group.Go(func() error { return httpserver.ServeTLS(ctx, listener, handler, limits, proxies, s.log, config) })
	return nil
}

// redirectTo leads to the same path at the public address, whatever host the request names. Other
// methods than GET and HEAD are refused: what was sent in plain text should not be sent again unseen.
func redirectTo(base string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to, err := url.Parse(base)
		if err = errors.Join(err, r.Context().Err()); err != nil || r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "Use "+base+".", http.StatusForbidden)
			return
		}
		to.Path, to.RawPath, to.RawQuery = r.URL.Path, r.URL.RawPath, r.URL.RawQuery
		http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
	})
}
