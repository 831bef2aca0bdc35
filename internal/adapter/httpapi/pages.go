package httpapi

import (
	"net/http"
	"strings"
)

// publicPages is the route of public pages for the limits; they are rendered per request.
const publicPages = "GET /p/"

// servePage serves the pages. Public ones read the database, and are limited per address.
func (s *server) servePage(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/p/") || r.URL.Path == "/sitemap.xml" {
		if err := s.limits.take(publicPages, s.caller(r, nil).Name); err != nil {
			s.Fail(w, r, err)
			return
		}
	}
	if err := s.AllowFrames(w, r); err != nil {
		s.Fail(w, r, err)
		return
	}
	s.Pages.ServeHTTP(w, r)
}
