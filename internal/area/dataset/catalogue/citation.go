package catalogue

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// BibTeX returns the record as a BibTeX entry. Braces keep capitals, and LaTeX commands are
// escaped.
func BibTeX(r *Record) ([]byte, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "@misc{%s,\n", citeKey(r))
	for _, f := range [][2]string{
		{"author", names(r.Creators)}, {"title", braced(r.Name + " [data set]")}, {"year", r.year()},
		{"version", strconv.FormatInt(r.Version, 10)}, {"publisher", braced(r.Publisher)}, {"note", braced(r.source())}, {"url", address(r.URL)},
	} {
		if f[1] != "" {
			fmt.Fprintf(&b, "  %s = {%s},\n", f[0], f[1])
		}
	}
	b.WriteString("}\n")
	return []byte(b.String()), nil
}

var keySigns = regexp.MustCompile(`[^A-Za-z0-9]+`)

// citeKey returns the key of the entry: its name in letters and digits.
func citeKey(r *Record) string {
	if key := strings.Trim(keySigns.ReplaceAllString(r.Name, "_"), "_"); key != "" {
		return key
	}
	return "dataset"
}

// names formats authors; each is one name, however many words it has.
func names(list []string) string {
	out := make([]string, len(list))
	for i, name := range list {
		out[i] = braced(name)
	}
	return strings.Join(out, " and ")
}

var latexSigns = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `%`, `\%`, `#`, `\#`, `_`, `\_`, `~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`)

func braced(text string) string {
	if text = oneLine(text); text == "" {
		return ""
	}
	return "{" + latexSigns.Replace(text) + "}"
}

// address returns an address of the server, which contains no brace.
func address(url string) string { return strings.NewReplacer("{", "%7B", "}", "%7D").Replace(url) }

// RIS returns the record for reference managers.
func RIS(r *Record) ([]byte, error) {
	var b strings.Builder
	line := func(tag, text string) {
		if text = oneLine(text); text != "" {
			fmt.Fprintf(&b, "%s  - %s\r\n", tag, text)
		}
	}
	line("TY", "DATA")
	for _, name := range r.Creators {
		line("AU", name)
	}
	line("TI", r.Name)
	line("PY", r.year())
	line("ET", strconv.FormatInt(r.Version, 10))
	line("PB", r.Publisher)
	line("N1", r.source())
	line("UR", r.URL)
	b.WriteString("ER  - \r\n")
	return []byte(b.String()), nil
}

// source returns the study with its institution.
func (r *Record) source() string {
	return strings.Trim(r.Study+", "+r.Institution, ", ")
}

// oneLine removes line breaks, which would start another field.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
