package httpapi

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"cohortium/internal/adapter/httpapi/contract"
	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/gate"
)

// router is the mux with the policy in front of each route. The generated code uses it instead of a
// mux.
type router struct {
	server *server
	mux    *http.ServeMux
	rules  map[string]auth.Rule
	served map[string]bool
	errors []string
}

func newRouter(s *server) *router {
	r := &router{server: s, mux: http.NewServeMux(), rules: make(map[string]auth.Rule), served: make(map[string]bool)}
	for _, route := range auth.Policy() {
		r.rules[route.Pattern] = route.Rule
	}
	return r
}

// HandleFunc adds a route. A route without a row in the policy is an error when the server is
// created.
func (r *router) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	rule, ok := r.rules[pattern]
	if !ok {
		r.errors = append(r.errors, "no rule for "+pattern)
		return
	}
	if !r.server.serves(pattern) {
		delete(r.rules, pattern)
		return
	}
	r.served[pattern] = true
	op := r.server.Contract.Operations[pattern]
	r.mux.HandleFunc(pattern, func(w http.ResponseWriter, req *http.Request) {
		r.server.admit(w, req, pattern, rule, op, handler)
	})
}

// serves reports whether this server has a route. A user service alone has few routes, and a server
// with an external user service has none of its own user service.
func (s *server) serves(pattern string) bool {
	_, path, _ := strings.Cut(pattern, " ")
	ofUserService := strings.HasPrefix(path, credential.UserServicePath)
	if s.Config.Only != UserService {
		return !ofUserService || s.Config.UserServiceURL == "/"
	}
	return ofUserService || slices.Contains([]string{"/api/sign-in-options", "/api/version", "/healthz", "/readyz"}, path)
}

// ServeHTTP implements http.Handler, as the generated code requires.
func (r *router) ServeHTTP(w http.ResponseWriter, req *http.Request) { r.mux.ServeHTTP(w, req) }

const metricsPath = "/metrics"

// complete adds the answers of all other paths, and reports rules without a route and routes
// without a rule.
func (r *router) complete() error {
	for pattern := range r.rules {
		if !r.served[pattern] {
			r.errors = append(r.errors, "no route for the rule "+pattern)
		}
	}
	if len(r.errors) > 0 {
		slices.Sort(r.errors)
		return fmt.Errorf("%s", strings.Join(r.errors, "; "))
	}
	for _, path := range []string{"/api/", metricsPath, "/debug/"} { // used by programs; they must not get the page
		r.mux.HandleFunc(path, r.absent)
	}
	if r.server.Metrics != nil {
		r.mux.HandleFunc("GET "+metricsPath, func(w http.ResponseWriter, req *http.Request) {
			request.InfoOf(req.Context()).Route = "GET " + metricsPath
			r.server.Metrics.ServeHTTP(w, req)
		})
	}
	if r.server.Pages != nil && r.server.Config.Only == "" {
		r.mux.HandleFunc("/", r.server.servePage)
	} else {
		r.mux.HandleFunc("/", r.absent)
	}
	return nil
}

// absent answers paths of the API without a route, with 405 if another method has one.
func (r *router) absent(w http.ResponseWriter, req *http.Request) {
	var allowed []string
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
		probe := req.Clone(req.Context())
		probe.Method = method
		if _, pattern := r.mux.Handler(probe); r.served[pattern] {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) > 0 && !slices.Contains(allowed, req.Method) {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		r.server.FailWith(w, req, http.StatusMethodNotAllowed, errs.New(errs.Invalid, "method_not_allowed", "This address does not take %s.", req.Method))
		return
	}
	r.server.Fail(w, req, errs.New(errs.NotFound, "not_found", "There is nothing at this address."))
}

// requestTime is the time limit of a request that computes an answer. Streams, downloads, exports
// and uploads have no such limit.
func (s *server) requestTime() time.Duration { return cmp.Or(s.Config.RequestTime, time.Minute) }

// admit lets a request through to its handler if the policy, the limits and the
// contract allow it.
func (s *server) admit(
	w http.ResponseWriter,
	r *http.Request,
	pattern string,
	rule auth.Rule,
	op *contract.Operation,
	next func(http.ResponseWriter, *http.Request),
) {
	info := request.InfoOf(r.Context())
	info.Route, info.Answer = pattern, w.Header()
	if err := s.mayEnter(r, pattern, rule); err != nil {
		s.Fail(w, r, err)
		return
	}
	if op == nil || op.Opaque {
		next(w, r)
		return
	}
	if heavy(pattern) {
		leave, ok := s.enter(w, r, s.limits.open)
		if !ok {
			return
		}
		defer leave()
		next = s.computed(next)
	}
	checked, done, err := s.checkRequest(w, r, op)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	defer done()
	next(w, checked)
}

// mayEnter finds the caller and checks the first part of the rule.
func (s *server) mayEnter(r *http.Request, pattern string, rule auth.Rule) error {
	id, err := s.Identify(r, rule)
	if err != nil {
		return err
	}
	if err := s.limits.take(pattern, s.caller(r, id).Name); err != nil {
		return err
	}
	if err := rule.In(auth.Area(r.PathValue("area"))).Admit(id); err != nil {
		return err
	}
	return checkWrite(r)
}

// caller returns the key of a rate limit: the account, or the address of a caller without one.
func (s *server) caller(r *http.Request, id *auth.Identity) gate.Caller {
	if id != nil {
		return gate.Caller{Name: "user:" + id.User.ID}
	}
	return gate.Caller{Name: "address:" + auth.Network(request.AddressOf(r.Context())), Stranger: true}
}
