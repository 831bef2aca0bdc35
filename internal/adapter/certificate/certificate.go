// Package certificate provides the TLS certificate of a server: of files, which are read again when they
// change, or by ACME from a certificate authority such as Let's Encrypt. It knows no requests.
package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"cohortium/internal/platform/private"
)

// Source provides a certificate.
type Source struct {
	config *tls.Config
	// Redirect wraps the handler of plain HTTP, which a certificate authority asks as well.
	Redirect func(http.Handler) http.Handler
	// current returns the certificate; nil before the first.
	current func() *x509.Certificate
}

// Config returns the settings of a TLS listener: TLS 1.2 or later, HTTP/1.1.
func (s *Source) Config() *tls.Config { return s.config.Clone() }

// Ends returns when the certificate ends; false before there is one.
func (s *Source) Ends() (time.Time, bool) {
	if c := s.current(); c != nil {
		return c.NotAfter.UTC(), true
	}
	return time.Time{}, false
}

func newConfig(get func(*tls.ClientHelloInfo) (*tls.Certificate, error), protocols ...string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: get, NextProtos: append([]string{"http/1.1"}, protocols...)}
}

// pair is a certificate and its key on disk.
type pair struct {
	cert, key string
	log       *slog.Logger

	mu      sync.Mutex
	looked  time.Time
	changed [2]time.Time // modification times of what was read
	loaded  *tls.Certificate
}

// lookEvery is how often a handshake looks whether files changed.
const lookEvery = time.Second

// Files reads a certificate with its chain and its key, both PEM, and reads them again when they
// change. Files that do not fit together any more are logged, and the certificate before stays.
func Files(cert, key string, log *slog.Logger) (*Source, error) {
	p := &pair{cert: cert, key: key, log: log}
	if err := p.load(); err != nil {
		return nil, err
	}
	get := func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return p.get(), nil }
	return &Source{
		config:   newConfig(get),
		Redirect: func(h http.Handler) http.Handler { return h },
		current:  func() *x509.Certificate { return p.get().Leaf },
	}, nil
}

func (p *pair) times() (t [2]time.Time) {
	for i, path := range []string{p.cert, p.key} {
		if info, err := os.Stat(path); err == nil {
			t[i] = info.ModTime()
		}
	}
	return t
}

func (p *pair) load() error {
	changed := p.times()
	loaded, err := tls.LoadX509KeyPair(p.cert, p.key)
	if err != nil {
		return fmt.Errorf("the certificate %s with the key %s cannot be used: %w", p.cert, p.key, err)
	}
	p.loaded, p.changed = &loaded, changed
	return nil
}

func (p *pair) get() *tls.Certificate {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); now.Sub(p.looked) >= lookEvery {
		p.looked = now
		if changed := p.times(); changed != p.changed {
			if err := p.load(); err != nil {
				p.log.Error("a changed certificate was not read", "err", err)
				p.changed = changed // logged once for each change
			} else {
				p.log.Info("a changed certificate was read", "ends", p.loaded.Leaf.NotAfter)
			}
		}
	}
	return p.loaded
}

// ACMEOptions are the settings of a certificate authority.
type ACMEOptions struct {
	Directory string // its address
	Email     string // which it writes to; "" for none
	Roots     string // file of the certificates that sign its own; "" for those of the system
	Host      string // of the certificate
	Folder    string // for account, keys and certificates
}

// ACME asks a certificate authority for a certificate, and renews it 30 days before its end.
func ACME(o ACMEOptions) (*Source, error) {
	if err := private.Folder(o.Folder); err != nil {
		return nil, err
	}
	client := &http.Client{Timeout: time.Minute}
	if o.Roots != "" {
		text, err := os.ReadFile(o.Roots)
		if err != nil {
			return nil, err
		}
		roots := x509.NewCertPool()
		if !roots.AppendCertsFromPEM(text) {
			return nil, errors.New(o.Roots + " has no certificate in PEM format")
		}
		client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}
	}
	cache := autocert.DirCache(o.Folder)
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(o.Host), Cache: cache, Email: o.Email,
		Client: &acme.Client{DirectoryURL: o.Directory, HTTPClient: client},
	}
	current := func() *x509.Certificate {
		text, err := cache.Get(context.Background(), o.Host)
		if err != nil {
			return nil
		}
		loaded, err := tls.X509KeyPair(text, text)
		if err != nil {
			return nil
		}
		return loaded.Leaf
	}
	return &Source{config: newConfig(m.GetCertificate, acme.ALPNProto), Redirect: m.HTTPHandler, current: current}, nil
}
