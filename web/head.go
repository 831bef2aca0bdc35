package web

import (
	"bytes"
	"html"
	"net/http"
	"strings"
)

// Head describes the page before any script runs, to search
// engines and to programs that make previews of links. Texts may hold anything.
type Head struct {
	Status      int // of the answer; 200 when 0
	Title       string
	Description string
	URL         string // permanent address of the page; "" when it is not known
	// Data is the page in JSON-LD, with the signs of HTML escaped; nil for none.
	Data []byte
}

const (
	titlePlace = "<title>Cohortium</title>"
	headEnd    = "</head>"
)

// describe puts a head into a shell. A shell without the places stays as it is.
func describe(shell string, h Head, nonce string) string {
	if h.Title == "" || !strings.Contains(shell, titlePlace) || !strings.Contains(shell, headEnd) {
		return shell
	}
	var b strings.Builder
	tag := func(attribute, name, content string) {
		if content != "" {
			b.WriteString(`<meta ` + attribute + `="` + name + `" content="` + html.EscapeString(content) + `">` + "\n")
		}
	}
	tag("name", "description", h.Description)
	tag("property", "og:type", "website")
	tag("property", "og:site_name", "Cohortium")
	tag("property", "og:title", h.Title)
	tag("property", "og:description", h.Description)
	tag("property", "og:url", h.URL)
	if h.URL != "" {
		b.WriteString(`<link rel="canonical" href="` + html.EscapeString(h.URL) + `">` + "\n")
	}
	if len(h.Data) > 0 && !bytes.ContainsRune(h.Data, '<') { // else it could end its own tag
		b.WriteString(`<script type="application/ld+json" nonce="` + html.EscapeString(nonce) + `">` + string(h.Data) + "</script>\n")
	}
	shell = strings.Replace(shell, titlePlace, "<title>"+html.EscapeString(h.Title)+" · Cohortium</title>", 1)
	return strings.Replace(shell, headEnd, b.String()+headEnd, 1)
}

// headOf asks what to say about the page of a request.
func (p *pages) headOf(r *http.Request) Head {
	if !p.exists(r) {
		return Head{Status: http.StatusNotFound}
	}
	h := Head{}
	if p.head != nil {
		h = p.head(r)
	}
	if h.Status == 0 {
		h.Status = http.StatusOK
	}
	return h
}
