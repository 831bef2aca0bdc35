package check

import "cohortium/internal/platform/spelling"

// Entry is a phenotype that files may use.
type Entry struct {
	Code    string
	Aliases []string // other names in files
	Retired bool
}

// Phenotypes finds phenotypes by the names in files. It caches answers and is not safe for
// concurrent use.
type Phenotypes struct {
	byName  map[string]string // code or alias as written → code
	folded  map[string]string // without case, spaces and symbols → code
	retired map[string]bool
	codes   *spelling.Dictionary
}

// NewPhenotypes creates the dictionary of the entries.
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

// Find returns the code of a name exactly as written.
func (p *Phenotypes) Find(name string) (code string, ok bool) {
	code, ok = p.byName[name]
	return code, ok
}

// Retired reports whether the consortium does not ask for a code any more.
func (p *Phenotypes) Retired(code string) bool { return p.retired[code] }

// Nearest returns the probable code of a name, "" if none is similar: equal except for case, spaces
// and symbols, or with at most a third of it mistyped.
func (p *Phenotypes) Nearest(name string) string {
	if code, ok := p.folded[spelling.Fold(name)]; ok {
		return code
	}
	return p.codes.Nearest(name)
}
