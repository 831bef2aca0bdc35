package metalscript

import (
	"slices"
	"strings"
	"testing"

	"cohortium/internal/dev/hostile"
)

// metalWords splits a line as METAL does: at blanks of ASCII. A line that begins with # is a comment.
// See "Command reference" of its documentation.
func metalWords(line string) []string {
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\n\r\v\f", r) })
	if len(words) == 0 || words[0][0] == '#' {
		return nil
	}
	return words
}

// metalReads are the file and the marker column of the one PROCESS line of a script.
func metalReads(script string) (file, marker string) {
	marker = "MARKER"
	for line := range strings.SplitSeq(script, "\n") {
		switch words := metalWords(line); {
		case len(words) < 2:
		case words[0] == "MARKER":
			marker = words[1]
		case words[0] == "PROCESS":
			file = words[1]
		}
	}
	return file, marker
}

// TestHostileNamesInAScript reads scripts whose file and column have hostile names. The names are those
// that METAL reads, or the script is refused; a name with blanks, of which METAL takes the first word,
// is taken whole, up to a comment.
func TestHostileNamesInAScript(t *testing.T) {
	for _, name := range hostile.Names() {
		script := "MARKER " + name + "\nPROCESS " + name + "\n"
		s, err := Parse(script)
		if err != nil || len(s.Blocking()) > 0 {
			continue // refused with a sentence, which TestParse and others read
		}
		file, marker := metalReads(script)
		if len(metalWords(name)) > 1 { // METAL would open a file of another name
			file, _, _ = strings.Cut(strings.Trim(name, " \t\r\v\f")+" ", " # ")
			file = strings.TrimSpace(file)
		}
		study := s.Studies[0]
		if study.File != file || study.Marker != marker {
			t.Errorf("%q: file %q, column %q; METAL reads %q, %q", name, study.File, study.Marker, file, marker)
		}
		if r, err := study.Read([]string{marker, "ALLELE1", "ALLELE2", "EFFECT", "PVALUE", "N"}); err == nil && r.Marker != marker {
			t.Errorf("%q: the column %q is read as %q", name, marker, r.Marker)
		}
	}
}

// Both kinds of quotes are taken off a file name that they enclose, since scripts that people
// generate have them; those within a name belong to it.
func TestQuotesAroundFileNames(t *testing.T) {
	for written, want := range map[string]string{
		`"my file.txt"`: "my file.txt", `'a.txt'`: "a.txt", `a"b.txt`: `a"b.txt`, `it's.txt`: "it's.txt", `a'`: "a'", `"a`: `"a`, `a  b.txt`: "a  b.txt",
		"a\u00a0b.txt": "a\u00a0b.txt", `"`: `"`,
	} {
		s, err := Parse("PROCESS " + written + "\r\n")
		if err != nil || !slices.Equal([]string{s.Studies[0].File}, []string{want}) {
			t.Errorf("%s: %v, %v, want %s", written, s, err, want)
		}
	}
}
