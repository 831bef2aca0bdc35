package httpapi

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/adapter/httpapi/drsapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/audit"
)

// around wraps the mux in the layers that every request needs. From outside to inside: facts about
// the request, log, headers, recovery, cross-origin checks.
func (s *server) around(mux http.Handler) (http.Handler, error) {
	guard, err := s.guardOrigins(mux)
	if err != nil {
		return nil, err
	}
	return s.learn(s.log(s.headers(s.recoverFrom(s.cors(guard))))), nil
}

// learn stores the facts about a request for the inner layers.
func (s *server) learn(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		nonce := make([]byte, 16)
		if _, err := io.ReadFull(s.Random, nonce); err != nil {
			http.Error(w, "no randomness", http.StatusInternalServerError)
			return
		}
		info := &request.Info{ID: s.NewID(), Nonce: base64.RawStdEncoding.EncodeToString(nonce)}
		info.Address, info.Secure = s.client(r)
		info.Host, info.Local, info.UserAgent, info.Header = r.Host, localhost(r), r.UserAgent(), r.Header.Values("Authorization")
		info.OwnPage = r.Header.Get("Sec-Fetch-Site") == "same-origin"
		info.Token = credential.CookieOf(r, info, credential.SecureCookie, credential.PlainCookie)
		info.Flow = credential.CookieOf(r, info, credential.SecureFlow, credential.PlainFlow)
		info.Device = credential.CookieOf(r, info, credential.SecureDevice, credential.PlainDevice)
		ctx := audit.WithOrigin(request.WithInfo(r.Context(), info), audit.Origin{Address: info.Address, RequestID: info.ID})
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// client returns the address of the client and whether it uses TLS. Headers about these count only
// from configured proxies.
func (s *server) client(r *http.Request) (address string, secure bool) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	// An operator with an https address has TLS in front of this server.
	secure = r.TLS != nil || strings.HasPrefix(s.Config.PublicURL, "https://")
	if !s.trusted(host) {
		return host, secure
	}
	secure = secure || r.Header.Get("X-Forwarded-Proto") == "https"
	// The rightmost address that is not a configured proxy is the client.
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		host = hop.Unmap().String()
		if !s.trusted(host) {
			break
		}
	}
	return host, secure
}

func (s *server) trusted(host string) bool {
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, prefix := range s.Config.TrustedProxies {
		if prefix.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}

// log writes one line per request. API paths contain ids only, and queries are left out, so no
// secret is logged.
func (s *server) log(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := s.Now()
		watched := &watchedWriter{ResponseWriter: w}
		info, end := request.InfoOf(r.Context()), func(string, int) {}
		if s.Trace != nil {
			ctx, ended := s.Trace(r, info.ID)
			r, end = r.WithContext(ctx), ended
		}
		next.ServeHTTP(watched, r)
		user := ""
		if info.Identity != nil {
			user = info.Identity.User.UserName
		}
		level := slog.LevelInfo
		if slices.Contains([]string{"GET /healthz", "GET /readyz", "GET " + metricsPath}, info.Route) {
			level = slog.LevelDebug
		}
		took := s.Now().Sub(start)
		if s.Answered != nil {
			s.Answered(info.Route, r.Method, watched.code(), took)
		}
		s.Log.LogAttrs(r.Context(), level, "request",
			slog.String("request_id", info.ID), slog.String("method", r.Method), slog.String("path", r.URL.Path),
			slog.String("route", info.Route), slog.Int("status", watched.code()), slog.Int64("bytes", watched.bytes),
			slog.Duration("took", took), slog.String("user", user), slog.String("address", info.Address))
		end(info.Route, watched.code())
	})
}

// watchedWriter records the answer's status and size.
type watchedWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// WriteHeader notes the first final status.
func (w *watchedWriter) WriteHeader(status int) {
	if w.status < http.StatusOK {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes written.
func (w *watchedWriter) Write(p []byte) (int, error) {
	if w.status < http.StatusOK {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the server's writer.
func (w *watchedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *watchedWriter) code() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}

// headers sets the security headers of every answer. Handlers may set stricter
// ones; the pages' assets replace Cache-Control.
func (s *server) headers(next http.Handler) http.Handler {
	connect := "'self'"
	for _, address := range []string{s.Config.APIOrigin, s.Config.UserServiceURL} { // pages sign in at the latter
		if u, err := url.Parse(address); err == nil && u.Host != "" {
			connect += " " + u.Scheme + "://" + u.Host
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		nonce := request.Nonce(r.Context())
		h := w.Header()
		h.Set("X-Request-Id", request.ID(r.Context()))
		if request.InfoOf(r.Context()).Secure { // over plain HTTP it has no effect
			h.Set("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
		}
		h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'nonce-"+nonce+"'; style-src 'self' 'nonce-"+nonce+
			"'; img-src 'self' data: blob:; font-src 'self'; connect-src "+connect+
			"; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "+answer.FrameAncestors+"'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
		if strings.HasPrefix(r.URL.Path, "/api/") || strings.HasPrefix(r.URL.Path, drsapi.Path) {
			h.Set("Cache-Control", "no-store")
		}
		next.ServeHTTP(w, r)
	})
}

// recoverFrom keeps the process alive when a handler panics.
func (s *server) recoverFrom(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) { // asks the server to close the connection
				panic(cause)
			}
			err := fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
			if watched, ok := w.(*watchedWriter); ok && watched.status != 0 {
				s.Log.ErrorContext(r.Context(), "request failed", "request_id", request.ID(r.Context()), "err", err)
				panic(http.ErrAbortHandler)
			}
			s.Fail(w, r, err)
		}()
		next.ServeHTTP(w, r)
	})
}

// localhost reports whether a request used a name of this machine, the only case in which a session
// over plain HTTP is safe.
func localhost(r *http.Request) bool {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return host == "localhost" || host == "127.0.0.1" || host == "[::1]" || host == "::1"
}
