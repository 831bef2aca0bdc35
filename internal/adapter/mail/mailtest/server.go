// Package mailtest runs a real SMTP server for tests on a loopback address that keeps received
// messages and returns them, to Go and as JSON over HTTP. Go tests use it directly; the browser
// tests use it through internal/dev/teststack. It imports no package of this module.
package mailtest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

// Stage is a moment of the conversation.
type Stage string

// The stages at which the server can be made to drop the connection.
const (
	AtGreeting  Stage = "greeting"
	AtRecipient Stage = "recipient"
	AtText      Stage = "text"
	AfterText   Stage = "after" // the message is accepted before
)

// Options configure the server; the zero Options accept every message.
type Options struct {
	UserName string // and Password: what a client must sign in with
	Password string
	StartTLS bool     // offered, and required before signing in
	TLS      bool     // from the first byte
	Refuse   []string // unknown recipients
	Busy     bool     // rejects every message temporarily
	Drop     Stage
}

// Server is a running server.
type Server struct {
	opt     Options
	smtp    *smtp.Server
	socket  net.Listener
	roots   *x509.CertPool
	http    *http.Server
	httpURL string
	ended   chan error

	mu       sync.Mutex
	messages []Message
	arrived  chan struct{} // closed at the next message
}

// Start starts a server on a free port, and one for reading on another.
func Start(o Options) (*Server, error) {
	s := &Server{opt: o, ended: make(chan error, 2), arrived: make(chan struct{})}
	certificate, err := s.certificate()
	if err != nil {
		return nil, err
	}
	mail, err := listen()
	if err != nil {
		return nil, err
	}
	reading, err := listen()
	if err != nil {
		return nil, errors.Join(err, mail.Close())
	}
	s.socket, s.httpURL = mail, "http://"+reading.Addr().String()
	s.smtp = smtp.NewServer(smtp.BackendFunc(s.session))
	s.smtp.Domain, s.smtp.AllowInsecureAuth, s.smtp.EnableSMTPUTF8 = "localhost", !o.StartTLS, true
	s.smtp.ErrorLog = log.New(io.Discard, "", 0) // tests cause broken connections
	config := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	if o.StartTLS {
		s.smtp.TLSConfig = config
	}
	if o.TLS {
		mail = tls.NewListener(mail, config)
	}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go func() { s.ended <- s.smtp.Serve(mail) }()
	go func() { s.ended <- s.http.Serve(reading) }()
	return s, nil
}

func listen() (net.Listener, error) {
	return new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
}

// Stop ends the server.
func (s *Server) Stop() error {
	err := errors.Join(s.smtp.Close(), s.http.Close())
	// The SMTP server does not know its socket yet when it was started a moment ago.
	if closed := s.socket.Close(); !errors.Is(closed, net.ErrClosed) {
		err = errors.Join(err, closed)
	}
	for range cap(s.ended) {
		if ended := <-s.ended; !errors.Is(ended, http.ErrServerClosed) {
			err = errors.Join(err, ended)
		}
	}
	return err
}

// Address returns host:port of the SMTP server.
func (s *Server) Address() string { return s.socket.Addr().String() }

// URL returns the URL for a client, with user name and password.
func (s *Server) URL() string {
	u := url.URL{Scheme: "smtp", Host: s.Address()}
	if s.opt.TLS {
		u.Scheme = "smtps"
	}
	if s.opt.UserName != "" {
		u.User = url.UserPassword(s.opt.UserName, s.opt.Password)
	}
	return u.String()
}

// RootCAs vouch for the certificate, which is for 127.0.0.1 and mail.example.org.
func (s *Server) RootCAs() *x509.CertPool { return s.roots }

// Messages returns the messages received so far, in order.
func (s *Server) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.messages)
}

// Wait returns the messages as soon as there are n.
func (s *Server) Wait(ctx context.Context, n int) ([]Message, error) {
	for {
		s.mu.Lock()
		now, arrived := slices.Clone(s.messages), s.arrived
		s.mu.Unlock()
		if len(now) >= n {
			return now, nil
		}
		select {
		case <-ctx.Done():
			return now, ctx.Err()
		case <-arrived:
		}
	}
}

// Clear deletes the messages.
func (s *Server) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = nil
}

func (s *Server) add(m Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = append(s.messages, m)
	close(s.arrived)
	s.arrived = make(chan struct{})
}
