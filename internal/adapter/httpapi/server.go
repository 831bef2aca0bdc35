// Package httpapi serves the HTTP API: it implements the server generated from api/openapi.yaml by
// calling the domain services, and adds what every request needs (credentials, policy, limits,
// headers, log, errors, audit of requests). It contains no business rules: permissions are the
// table in package auth, and the domains check everything else. Packages named after an area
// (hermesapi, datasetapi …) have its handlers. They share request, answer, view, credential and
// contract, which do not know handlers. It imports no other adapter; handlers for pages and
// resumable uploads are passed in.
package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/contract"
	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/adapter/httpapi/datasetapi"
	"cohortium/internal/adapter/httpapi/drsapi"
	"cohortium/internal/adapter/httpapi/indexapi"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/pageapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/sgcapi"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/browse"
	"cohortium/internal/area/consortium"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/drs"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/operation"
	"cohortium/internal/area/page"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/area/reference"
	"cohortium/internal/area/search"
	"cohortium/internal/area/setup"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/storage"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/rule"
)

// Deps are the parts of the API. All fields without a comment are required.
type Deps struct {
	Auth     *auth.Service
	Audit    *audit.Log
	Hermes   *hermes.Service    // nil for a user service alone
	SGC      *sgc.Service       // nil for a user service alone
	Datasets *dataset.Service   // nil for a user service alone
	Indexes  *bioindex.Service  // nil for a user service alone
	Tables   *pagetable.Service // nil for a user service alone
	Tools    *toolrun.Service   // nil for a user service alone
	Built    *page.Service      // pages of the page builder; nil for a user service alone
	Jobs     *job.Service       // nil for a user service alone
	Search   *search.Service    // nil for a user service alone
	// PublicSearch searches public objects; nil for a user service alone.
	PublicSearch *search.Service
	Consortium   *consortium.Service // nil for a user service alone
	Rules        *rule.Service       // nil for a user service alone
	Browse       *browse.Service     // nil for a user service alone
	DRS          *drs.Service        // nil for a user service alone
	Setup        *setup.Service      // nil for a user service alone
	Operation    *operation.Service  // nil for a user service alone
	Storage      *storage.Service    // nil for a user service alone
	// Reference installs reference data; nil for a user service alone.
	Reference *reference.Installer
	Now       func() time.Time
	NewID     func() string
	Random    io.Reader // cryptographically strong
	Log       *slog.Logger
	// Uploads serves tus under /api/uploads/. It gets the caller from the request's context with
	// request.Identity. nil for a user service alone.
	Uploads http.Handler
	// Pages serves every path outside the API; nil for none.
	Pages http.Handler
	// Revisions returns the current revisions; nil to cache no answers.
	Revisions func(ctx context.Context) (*auth.Revisions, error)
	// Ready reports whether database and blob store answer; nil if nothing can fail.
	Ready func(ctx context.Context) error
	// Stopping is closed when the server starts to stop: streams end then, while other requests are
	// completed; nil for never.
	Stopping <-chan struct{}
	// Answered learns of each answer: pattern of the route ("" for none), method, status and time;
	// nil for none.
	Answered func(pattern, method string, status int, took time.Duration)
	// Trace begins the span of a request with an id, which its end is told the pattern of the route
	// ("" for none) and the status; nil for none.
	Trace func(r *http.Request, id string) (context.Context, func(pattern string, status int))
	// Metrics serves /metrics, and checks who asks; nil for none.
	Metrics http.Handler
	Config  Config
}

// Config contains the operator's settings of the API.
type Config struct {
	Version        string
	Commit         string
	Demo           bool
	MaxUploadBytes int64
	ChunkBytes     int64
	// PublicURL is the public origin of the server, such as https://gwas.example.org; "" to take it
	// from each request.
	PublicURL string
	// TrustedProxies are the proxies whose X-Forwarded-For and -Proto headers count.
	TrustedProxies []netip.Prefix
	// Only restricts the server: UserService, or "" for everything.
	Only string
	// UserServiceURL is where the SGC area signs in: "/" for this server, the address of another
	// one, "" if there is none.
	UserServiceURL string
	// SGCGroup is the group of the SGC area in the user service.
	SGCGroup string
	// APIOrigin is the origin of the API for pages of this server, "" for this one.
	APIOrigin string
	// AllowedOrigins are other origins whose pages may call the API with the
	// session of their user, such as https://portal.example.org.
	AllowedOrigins []string
	ProviderName   string // label of the button for external sign-in; "" for none
	Registration   bool   // visitors may request access
	Mail           bool   // links are sent by mail
	// RequestTime is the time limit of a computed answer; 0 for one minute.
	RequestTime time.Duration
	// TempDir contains bodies and answers that do not fit into memory; "" for the system's default.
	TempDir string
	// EventInterval is how often the job table is read while clients listen; 0 for one second.
	EventInterval time.Duration
}

// UserService is the value of Config.Only for a server that only manages accounts.
const UserService = "user-service"

// server contains the handlers and the layers around them.
type server struct {
	Deps
	*answer.Answers
	*credential.Credentials
	handlers
	contract *contract.Contract
	limits   *limits
	kept     *cache.Cache[keptKey, keptAnswer]
}

var _ openapi.StrictServerInterface = (*handlers)(nil)

// New returns the handler of the whole site. It fails if a route has no row in the policy, or a row
// no route.
func New(d Deps) (http.Handler, error) {
	if d.Auth == nil || d.Audit == nil ||
		d.Config.Only == "" &&
			(d.Hermes == nil || d.SGC == nil || d.Datasets == nil || d.Indexes == nil || d.Tools == nil || d.Tables == nil || d.Built == nil || d.Jobs == nil || d.Search == nil || d.Browse == nil || d.Setup == nil || d.Operation == nil || d.Storage == nil || d.Reference == nil || d.Uploads == nil) {
		return nil, errors.New("httpapi.New: a service is missing")
	}
	known, err := contract.Read(openapi.Document())
	if err != nil {
		return nil, err
	}
	s := &server{
		Deps:        d,
		Answers:     answer.New(d.Log, d.Audit, drsapi.Refusal, datasetapi.Refusal, indexapi.Refusal, pageapi.Refusal, sgcapi.Refusal),
		Credentials: credential.New(d.Auth, d.Now, d.Random),
		contract:    known, limits: newLimits(d.Now), kept: newKept(),
	}
	s.handlers = newHandlers(s)
	routes := newRouter(s)
	openapi.HandlerWithOptions(s.strict(), openapi.StdHTTPServerOptions{
		BaseRouter:       routes,
		ErrorHandlerFunc: func(w http.ResponseWriter, r *http.Request, err error) { s.Fail(w, r, request.Malformed(err)) },
	})
	s.handWritten(routes)
	if err := routes.complete(); err != nil {
		return nil, fmt.Errorf("httpapi.New: %w", err)
	}
	return s.around(routes.mux)
}

func (s *server) strict() openapi.ServerInterface {
	return openapi.NewStrictHandlerWithOptions(&s.handlers, []openapi.StrictMiddlewareFunc{s.keep}, openapi.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  func(w http.ResponseWriter, r *http.Request, err error) { s.Fail(w, r, request.Malformed(err)) },
		ResponseErrorHandlerFunc: s.Fail,
	})
}
