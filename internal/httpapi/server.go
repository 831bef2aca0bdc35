// Package httpapi serves the HTTP API: it implements the server generated from
// api/openapi.yaml by calling the domain services, and adds what every request
// needs (session, policy, limits, headers, log, errors). It holds no business
// rule: who may do what is the table in package auth, what is right is decided
// by the domains. It imports the domains, errs and its generated package, and
// never another adapter; handlers for pages and resumable uploads are passed in.
package httpapi

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"cohortium/internal/auth"
	"cohortium/internal/hermes"
	"cohortium/internal/httpapi/openapi"
)

// Deps is what the API is made of. All fields without a comment are needed.
type Deps struct {
	Auth   *auth.Service
	Hermes *hermes.Service
	Now    func() time.Time
	NewID  func() string
	Random io.Reader // cryptographically strong
	Log    *slog.Logger
	// Uploads serves tus under /api/uploads/. It finds the caller in the request's
	// context by Identity.
	Uploads http.Handler
	// Pages serves every path that is not the API's; nil for none.
	Pages http.Handler
	// Ready says whether database and blob store answer; nil if nothing can fail.
	Ready func(ctx context.Context) error
	// Stopping is closed when the server is about to stop: streams end then, while
	// other requests are answered; nil for never.
	Stopping <-chan struct{}
	Config   Config
}

// Config is what an operator decides about the API.
type Config struct {
	Version        string
	Commit         string
	Demo           bool
	MaxUploadBytes int64
	ChunkBytes     int64
	// PublicURL is the origin under which people reach the server, such as
	// https://gwas.example.org; "" to take it from each request.
	PublicURL string
	// TrustedProxies may say for whom they ask (X-Forwarded-For, -Proto).
	TrustedProxies []netip.Prefix
	// EventInterval is how often the job table is read while somebody listens;
	// 0 for one second.
	EventInterval time.Duration
}

// server holds what handlers need.
type server struct {
	Deps
	contract *contract
	limits   *limits
	events   *events
	docs     []byte
}

var _ openapi.StrictServerInterface = (*server)(nil)

// New makes the handler of the whole site. It fails when a route has no row in
// the policy, or a row no route.
func New(d Deps) (http.Handler, error) {
	contract, err := readContract(openapi.Document())
	if err != nil {
		return nil, err
	}
	s := &server{Deps: d, contract: contract, limits: newLimits(d.Now)}
	s.events = newEvents(d.Hermes, d.Now, d.Config.EventInterval, d.Log)
	if s.docs, err = renderDocs(contract); err != nil {
		return nil, err
	}
	routes := newRouter(s)
	openapi.HandlerWithOptions(s.strict(), openapi.StdHTTPServerOptions{
		BaseRouter:       routes,
		ErrorHandlerFunc: func(w http.ResponseWriter, r *http.Request, err error) { s.fail(w, r, malformed(err)) },
	})
	s.handWritten(routes)
	if err := routes.complete(); err != nil {
		return nil, fmt.Errorf("httpapi.New: %w", err)
	}
	return s.around(routes.mux)
}

func (s *server) strict() openapi.ServerInterface {
	return openapi.NewStrictHandlerWithOptions(s, nil, openapi.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  func(w http.ResponseWriter, r *http.Request, err error) { s.fail(w, r, malformed(err)) },
		ResponseErrorHandlerFunc: s.fail,
	})
}

// handWritten adds the routes that write streams and ranges, or that other
// handlers serve.
func (s *server) handWritten(routes *router) {
	routes.HandleFunc("GET /api/hermes/uploads/{id}/files/{name}", s.downloadUpload)
	routes.HandleFunc("GET /api/hermes/meta-analyses/{id}/files/{name}", s.downloadMeta)
	routes.HandleFunc("GET /api/events", s.streamEvents)
	routes.HandleFunc("GET /api/docs", s.showDocs)
	routes.HandleFunc("GET /api/openapi.json", s.showContract)
	routes.HandleFunc("GET /api/policy", s.showPolicy)
	for _, pattern := range []string{
		"POST /api/uploads/{$}", "OPTIONS /api/uploads/{$}", "OPTIONS /api/uploads/{id}",
		"HEAD /api/uploads/{id}", "PATCH /api/uploads/{id}", "DELETE /api/uploads/{id}",
	} {
		routes.HandleFunc(pattern, s.Uploads.ServeHTTP)
	}
}
