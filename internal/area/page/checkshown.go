package page

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// checkShown checks the display of the table: title, formats, tips, columns, groups.
func (c *check) checkShown() {
	if title, ok := c.document.at("title").value.(string); ok && strings.TrimSpace(title) == "" {
		c.failed(Incomplete, "/title", "The page has no title. Enter one.")
	}
	c.checkText(c.document.at("about"))
	for _, p := range c.document.at("formats").members() {
		c.checkFormats(p)
	}
	for _, p := range c.document.at("tips").members() {
		c.key(p)
	}
	table := c.document.at("table")
	shown := table.at("columns")
	if list, ok := shown.value.([]any); ok && len(list) == 0 {
		c.warned(Incomplete, shown.path, "The table shows no column. Choose some.")
	}
	c.columnsOnce(shown)
	c.use(table.at("sort").at("column"), anything, Error)
	groups := map[string]bool{}
	for _, p := range c.document.at("groups").items() {
		c.once(groups, p.at("id"), "groups")
		c.columnsOnce(p.at("columns"))
	}
	c.use(c.document.at("locus"), anything, Error)
	c.use(c.document.at("star"), anything, Error)
	comparison := c.document.at("comparison")
	c.use(comparison.at("key"), plain, Error)
	c.use(comparison.at("group"), plain, Error)
	c.columnsOnce(comparison.at("columns"))
}

// columnsOnce checks a list of columns, which may contain each only once.
func (c *check) columnsOnce(p part) {
	var seen []string
	for _, ref := range p.items() {
		id := stringOf(ref)
		if slices.Contains(seen, id) {
			thing, _ := c.subject(ref.path)
			c.failed(IDTwice, ref.path, "%s names column %s twice. Remove one of them.", thing, quoted(c.titleOf(id)))
			continue
		}
		seen = append(seen, id)
		c.use(ref, anything, Error)
	}
}

// idForm is the form of ids in document.schema.json.
var idForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

var pointerNames = strings.NewReplacer("~1", "/", "~0", "~")

// key looks up the column that is the name of a member, as in formats and tips.
func (c *check) key(p part) *column {
	_, name, _ := strings.Cut(p.path[1:], "/")
	if !idForm.MatchString(name) {
		c.failed(NotAsInSchema, p.path, "%s is not a column id: %s.", quoted(pointerNames.Replace(name)), whatIDsAre)
		return nil
	}
	return c.use(part{p.path, name}, anything, Error)
}

// checkFormats checks the formats of a column. A format for numbers leaves other cells unchanged,
// so this is a warning. A number written in other digits by an earlier format stays a number for
// the later ones.
func (c *check) checkFormats(p part) {
	found := c.key(p)
	if found == nil {
		return
	}
	holds := found.types
	bars := 0
	for _, f := range p.items() {
		takes := anything
		switch f.text("type") {
		case "math", "scientific", "decimals", "direction", "bar":
			takes = number
		case "list", "chips":
			takes = listed | text
		case "link":
			c.checkFormatLink(f)
		}
		if f.text("type") == "bar" {
			if bars++; bars == 2 {
				thing, _ := c.subject(f.path)
				c.failed(BarTwice, f.path, "%s is a second bar, and a cell has one. Remove one of them.", thing)
			}
		}
		if holds != 0 && holds&takes == 0 {
			thing, _ := c.subject(p.path)
			c.warned(WrongType, f.path, "%s takes %s, and the column holds %s there: its cells are shown as they are.", thing, takes, holds)
		}
	}
}

// markedLink is a link or picture of Markdown, with its words.
var markedLink = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)

// inserted is a placeholder for a value in an address.
var inserted = regexp.MustCompile(`\{([^{}]*)\}`)

// checkFormatLink checks the targets of cells, and the columns named in the address.
func (c *check) checkFormatLink(f part) {
	to := f.at("to")
	address, ok := to.value.(string)
	if !ok {
		return
	}
	thing, _ := c.subject(f.path)
	if strings.TrimSpace(address) == "" {
		c.warned(EmptyLink, to.path, "%s is a link that leads nowhere. Fill in its address.", thing)
		return
	}
	for _, m := range inserted.FindAllStringSubmatch(address, -1) {
		if m[1] != "value" {
			c.use(part{to.path, m[1]}, anything, Error)
		}
	}
	if !strings.HasPrefix(address, "{") { // else cells hold the addresses, checked when shown
		c.checkLink(to)
	}
}

// checkLink reports an address that is neither a page nor for mail. One without a scheme leads to
// this site.
func (c *check) checkLink(p part) {
	address, ok := p.value.(string)
	if !ok || address == "" {
		return
	}
	if !safeLink(address) {
		thing, _ := c.subject(p.path)
		c.failed(UnsafeLink, p.path, "%s leads to %s. A link begins with https://, http:// or mailto:.", thing, quoted(address))
	}
}

// safeLink reports whether an address is one of a page or for mail. Like browsers, it ignores
// blanks and control characters before and within a scheme.
func safeLink(address string) bool {
	address = strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f {
			return -1
		}
		return r
	}, address)
	scheme, _, found := strings.Cut(inserted.ReplaceAllString(address, "x"), ":")
	if !found || strings.ContainsAny(scheme, "/?#") {
		return !strings.HasPrefix(address, "//") && !strings.HasPrefix(address, `\`)
	}
	if slices.Contains([]string{"https", "http", "mailto"}, strings.ToLower(scheme)) {
		_, err := url.Parse(inserted.ReplaceAllString(address, "x"))
		return err == nil
	}
	return false
}

// linkInText finds the addresses of links and pictures of Markdown, and those between angle
// brackets.
var linkInText = regexp.MustCompile(`\]\(\s*<?([^)>\s]*)|^\s*\[[^\]]+\]:\s*<?(\S+)|<([a-zA-Z][a-zA-Z0-9+.-]*:[^>\s]*)>`)

// checkText checks the links of a text in Markdown.
func (c *check) checkText(p part) {
	about, _ := p.value.(string)
	for _, line := range strings.Split(about, "\n") {
		for _, m := range linkInText.FindAllStringSubmatch(line, -1) {
			if address := m[1] + m[2] + m[3]; !safeLink(address) {
				c.failed(UnsafeLink, p.path, "The text about the page has a link to %s. A link begins with https://, http:// or mailto:.", quoted(address))
			}
		}
	}
}
