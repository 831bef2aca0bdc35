// Package httpserver limits the connections of a server: how long each may be idle, how many one
// address may have, and how they end when the process stops. It does not know what is served, and
// imports errs only, of this module.
package httpserver

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// Limits bound the resources of a connection. All must be positive.
type Limits struct {
	Head  time.Duration // until the head of a request has arrived
	Body  time.Duration // until all of it has; a handler may ask for more by http.ResponseController
	Write time.Duration // until a client takes the next piece of an answer, however long that is
	Idle  time.Duration // between two requests
	Stop  time.Duration // until running requests end when the process is asked to stop
	// PerAddress is how many connections one address may have; IPv6 counts by /64.
	PerAddress int
}

// Standard returns the limits for a server on the internet: Body lets a table of 8 MiB arrive over
// 1.2 Mbit/s, and the megabytes of Write that a kernel holds for one connection leave over 0.3
// Mbit/s.
func Standard() Limits {
	return Limits{
		Head: 10 * time.Second, Body: time.Minute, Write: 2 * time.Minute, Idle: 2 * time.Minute, Stop: 20 * time.Second,
		PerAddress: 512,
	}
}

// maxHead bounds the head of a request in bytes; the longest valid one holds the metadata of an
// upload.
const maxHead = 64 << 10

// Serve answers requests until ctx ends, then lets running ones finish for a while. shared are
// networks, such as those of proxies, whose addresses represent any number of people.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, l Limits, shared []netip.Prefix, log *slog.Logger) error {
	return serve(ctx, listener, handler, l, shared, log, nil)
}

// ServeTLS is like Serve over TLS. It answers HTTP/1.1 only, for which the limits are made.
func ServeTLS(
	ctx context.Context, listener net.Listener, handler http.Handler, l Limits, shared []netip.Prefix, log *slog.Logger, config *tls.Config,
) error {
	return serve(ctx, listener, handler, l, shared, log, config)
}

func serve(
	ctx context.Context, listener net.Listener, handler http.Handler, l Limits, shared []netip.Prefix, log *slog.Logger, config *tls.Config,
) error {
	requests, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	server := &http.Server{
		Handler:           l.paced(handler),
		ReadHeaderTimeout: l.Head,
		ReadTimeout:       l.Body,
		WriteTimeout:      l.Body + l.Write,
		IdleTimeout:       l.Idle,
		MaxHeaderBytes:    maxHead,
		BaseContext:       func(net.Listener) context.Context { return requests },
		ConnState:         newAddresses(l.PerAddress, shared, log).note,
	}
	done := make(chan error, 1)
	go func() {
		if config == nil {
			done <- server.Serve(listener)
			return
		}
		server.TLSConfig, server.Protocols = config, new(http.Protocols)
		server.Protocols.SetHTTP1(true)
		server.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelInfo) // handshakes of scanners
		done <- server.ServeTLS(listener, "", "")
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(requests, l.Stop)
	defer cancel()
	err := server.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close() // a long upload or download continues after the restart
	}
	return err
}
