package check

import "cohortium/internal/platform/spelling"

// Entry is a phenotype that files may name.
type Entry struct {
	Code    string
	Aliases []string // other names under which files know it
	Retired bool
}

// Phenotypes finds phenotypes by the names that files use. It remembers answers
// and serves one goroutine at a time.
type Phenotypes struct {
	byName  map[string]string // code or alias as written → code
	folded  map[string]string // without case, blanks and signs → code
	retired map[string]bool
	codes   *spelling.Dictionary
}

// NewPhenotypes makes the dictionary of the entries.
func NewPhenotypes(entries []Entry) *Phenotypes {
	p := &Phenotypes{byName: map[string]string{}, folded: map[string]string{}, retired: map[string]bool{}}
	var codes []string
	for _, e := range entries {
		codes = append(codes, e.Code)
		p.retired[e.Code] = e.Retired
		for _, name := range append([]string{e.Code}, e.Aliases...) {
			p.byName[name] = e.Code
			p.folded[spelling.Fold(name)] = e.Code
		}
	}
	p.codes = spelling.New(codes...)
	return p
}

// Find gives the code of a name exactly as it is written.
func (p *Phenotypes) Find(name string) (code string, ok bool) {
	code, ok = p.byName[name]
	return code, ok
}

// Retired reports whether the consortium no longer asks for a code.
func (p *Phenotypes) Retired(code string) bool { return p.retired[code] }

// Nearest gives the code that somebody probably meant, "" when none is close:
// the same but for case, blanks and signs, or at most a third of it mistyped.
func (p *Phenotypes) Nearest(name string) string {
	if code, ok := p.folded[spelling.Fold(name)]; ok {
		return code
	}
	return p.codes.Nearest(name)
}
