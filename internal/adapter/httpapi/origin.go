package httpapi

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/adapter/httpapi/drsapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/errs"
)

// guardOrigins refuses requests that a page of another origin makes a browser send, unless the
// operator has listed that origin.
func (s *server) guardOrigins(next http.Handler) (http.Handler, error) {
	guard := http.NewCrossOriginProtection()
	trusted := slices.Clone(s.Config.AllowedOrigins)
	if s.Config.PublicURL != "" {
		u, err := url.Parse(s.Config.PublicURL)
		if err != nil {
			return nil, fmt.Errorf("httpapi: public address %q: %w", s.Config.PublicURL, err)
		}
		trusted = append(trusted, u.Scheme+"://"+u.Host)
	}
	for _, origin := range trusted {
		if origin == "null" || strings.Contains(origin, "*") {
			return nil, fmt.Errorf("httpapi: %q is no origin", origin)
		}
		if err := guard.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("httpapi: %q is no origin: %w", origin, err)
		}
	}
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, errs.New(errs.Forbidden, "foreign_origin", "This request comes from another site."))
	}))
	return guard.Handler(next), nil
}

// What pages of listed origins may send and read, in addition to what every page may.
const (
	corsMethods = "GET, HEAD, POST, PUT, PATCH, DELETE"
	corsHeaders = "Authorization, Content-Type, If-Match, If-None-Match, Range, " +
		"Tus-Resumable, Upload-Checksum, Upload-Length, Upload-Metadata, Upload-Offset"
	corsExposed = "Accept-Ranges, Content-Disposition, Content-Range, Continuation, ETag, Link, Location, Region, Retry-After, Rows-Total, X-Request-Id, " +
		"Tus-Resumable, Upload-Expires, Upload-Length, Upload-Offset"
)

// cors lets pages of listed origins call the API. For any other origin the answer has no CORS
// headers, so that the browser hides it from the page.
func (s *server) cors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/") && !strings.HasPrefix(r.URL.Path, drsapi.Path) {
			next.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Add("Vary", "Origin")
		origin := r.Header.Get("Origin")
		if !slices.Contains(s.Config.AllowedOrigins, origin) {
			next.ServeHTTP(w, r)
			return
		}
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Credentials", "true")
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", corsMethods)
			h.Set("Access-Control-Allow-Headers", corsHeaders)
			h.Set("Access-Control-Max-Age", "600")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		h.Set("Access-Control-Expose-Headers", corsExposed)
		next.ServeHTTP(w, r)
	})
}

// checkWrite refuses what a form of another site could send and guardOrigins cannot see: content
// with a type that forms can send, or without a type. For the accepted types a browser asks this
// server first (preflight). Programs need no additional header. The user service ignores what
// browsers add, and accepts forms.
func checkWrite(r *http.Request) error {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return nil
	}
	sent := r.Header.Get("Content-Type")
	if strings.HasPrefix(r.URL.Path, credential.UserServicePath) || sent == "" && r.ContentLength == 0 {
		return nil
	}
	switch media, _, _ := mime.ParseMediaType(sent); media {
	case "application/json", "application/octet-stream", "application/offset+octet-stream": // the last is the type of tus
		return nil
	}
	return request.Unsupported(sent)
}
