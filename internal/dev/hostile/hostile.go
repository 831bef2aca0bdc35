// Package hostile generates names that break programs which quote, split, sort or store them
// carelessly. A test sends each through a door and reads it back with an independent reader: the name is
// unchanged, or was refused. It imports the standard library only.
package hostile

import "strings"

// parts are what makes a name hostile.
var parts = []string{
	"__proto__", "constructor", "toString", "hasOwnProperty", // keys that objects of JavaScript inherit
	"\u200f", "\u202e", "\u2066", // right to left
	"\ufeff", "\u200b", "\u200d", "\u00ad", // not to be seen
	"=cmd()", "+1", "-1", "@SUM(A1)", "＝1+1", "﹣1", "'", "'=1", "''+1", // formulas, and what marks them as text
	"\"", "`", "$(id)", "%00", "%s", "\\", "\\n", "/", "../", "..\\", "..", ".", "~", "*", "?", "|", "<b>", "&amp;", ";", ":", ",", "#", " # ",
	"\n", "\r", "\r\n", "\t", "\v", "\f", "\x00", "\x1b[31m", "\x7f", "\u0085", "\u2028", // ends of lines and other control characters
	" ", "  ", "\u00a0", "\u2003", "\u3000", // blanks
	"CON", "nul", "COM1", "LPT9", "aux.txt", // devices of Windows
	"é", "e\u0301", "İ", "ß", "κ", "🧬", "\U0010ffff", // letters with several spellings, and of several bytes
	"\xff", "\xc3", // not UTF-8
	"null", "true", "NaN", "1e9", "0x1", "- a", "a: b", "{", "[", "!!map", "---", // values of YAML and JSON
}

// Names returns hostile names: each part alone, before, behind and within other letters, twice, and
// names of many letters. They are different.
func Names() []string {
	var names []string
	for _, part := range parts {
		names = append(names, part, part+"name", "name"+part, "na"+part+"me", part+part)
	}
	for _, n := range []int{100, 255, 256, 10_000} {
		names = append(names, strings.Repeat("x", n), strings.Repeat("κ", n))
	}
	seen := make(map[string]bool, len(names))
	different := names[:0]
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			different = append(different, name)
		}
	}
	return different
}
