package audit

import (
	"regexp"
	"strings"
)

// address is an address within a text.
var address = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s<>"]+`)

// withoutSecrets removes possible secrets from each address in a text: name and password before the
// host, the query and the fragment.
func withoutSecrets(text string) string {
	return address.ReplaceAllStringFunc(text, func(at string) string {
		scheme, rest, _ := strings.Cut(at, "://")
		end := strings.IndexAny(rest, "?#")
		secret := end >= 0
		if secret {
			rest = rest[:end]
		}
		host, path, below := strings.Cut(rest, "/")
		if i := strings.LastIndexByte(host, '@'); i >= 0 {
			host = "…@" + host[i+1:]
		}
		at = scheme + "://" + host
		if below {
			at += "/" + path
		}
		if secret {
			at += "?…"
		}
		return at
	})
}
