package freeze

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// Fault is a mistake in a document.
type Fault struct {
	Line    int // 1-based
	Message string
}

// Faults are all mistakes of a document, in order of their lines.
type Faults []Fault

// Error implements error.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, one := range f {
		lines[i] = fmt.Sprintf("line %d: %s", one.Line, one.Message)
	}
	return strings.Join(lines, "\n")
}

// coded is a name of a phenotype or an ancestry: folders have it.
var coded = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$`)

// parser gathers the faults of a document.
type parser struct{ faults Faults }

// Parse reads a document in YAML. Mistakes are returned as Faults.
func Parse(text []byte) (*Document, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, syntax(err)
	}
	if len(root.Content) == 0 {
		return nil, Faults{{1, "the document is empty: state name, version and studies"}}
	}
	p := &parser{}
	d := &Document{Schemes: []meta.Scheme{meta.FixedEffect}, Options: meta.DefaultOptions()}
	top := root.Content[0]
	p.fields(top, "a freeze", map[string]func(*yaml.Node){
		"name": p.text(&d.Name), "version": p.text(&d.Version), "deadline": p.date(&d.Deadline),
		"sex_difference": p.truth(&d.SexDifference),
		"schemes":        func(n *yaml.Node) { d.Schemes = p.schemes(n) },
		"options":        func(n *yaml.Node) { p.options(n, &d.Options) },
		"rules":          p.each("rules", func(n *yaml.Node) { d.Rules = append(d.Rules, p.rule(n)) }),
		"exclude":        p.each("exclude", func(n *yaml.Node) { d.Exclude = append(d.Exclude, p.exclusion(n)) }),
		"skip":           p.each("skip", func(n *yaml.Node) { d.Skip = append(d.Skip, p.skipped(n)) }),
		"studies":        p.each("studies", func(n *yaml.Node) { d.Studies = append(d.Studies, p.study(n)) }),
	}, "name", "version", "studies")
	p.check(d, top.Line)
	if len(p.faults) > 0 {
		slices.SortStableFunc(p.faults, func(a, b Fault) int { return a.Line - b.Line })
		return nil, p.faults
	}
	return d, nil
}

var syntaxLine = regexp.MustCompile(`line (\d+): (.*)`)

// syntax words a fault of YAML itself.
func syntax(err error) Faults {
	if m := syntaxLine.FindStringSubmatch(err.Error()); m != nil {
		line, _ := strconv.Atoi(m[1])
		return Faults{{line, "this is not YAML: " + m[2] + ". Check indentation, colons and quotes"}}
	}
	return Faults{{1, "this is not YAML: " + err.Error()}}
}

func (p *parser) say(n *yaml.Node, format string, args ...any) {
	p.faults = append(p.faults, Fault{n.Line, fmt.Sprintf(format, args...)})
}

// fields reads a mapping. what names it in messages.
func (p *parser) fields(n *yaml.Node, what string, known map[string]func(*yaml.Node), required ...string) {
	var names []string
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	if n.Kind != yaml.MappingNode {
		p.say(n, "%s must have fields: use %s", what, strings.Join(names, ", "))
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, ok := known[key.Value]
		switch {
		case !ok:
			p.say(key, "%s has no field %q: use %s", what, key.Value, strings.Join(names, ", "))
		case seen[key.Value]:
			p.say(key, "%s is stated twice: remove one", key.Value)
		default:
			read(value)
		}
		seen[key.Value] = true
	}
	for _, name := range required {
		if !seen[name] {
			p.say(n, "%s needs %s: add %s: …", what, name, name)
		}
	}
}

// each reads a list.
func (p *parser) each(name string, read func(*yaml.Node)) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Kind != yaml.SequenceNode {
			p.say(n, "%s must be a list: begin each entry with \"- \"", name)
			return
		}
		for _, one := range n.Content {
			read(one)
		}
	}
}

func (p *parser) text(to *string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || strings.TrimSpace(n.Value) == "" {
			p.say(n, "a text is missing here: write one, in quotes if it has special characters")
			return
		}
		*to = n.Value
	}
}

func (p *parser) code(to *string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || !coded.MatchString(n.Value) {
			p.say(n, "%q cannot name a folder: use up to 30 letters, digits, _ and -", n.Value)
			return
		}
		*to = n.Value
	}
}

func (p *parser) sex(to *string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Value != Both && n.Value != Female && n.Value != Male {
			p.say(n, "sex %q is not known: use both, female or male", n.Value)
			return
		}
		*to = n.Value
	}
}

func (p *parser) number(to *float64) func(*yaml.Node) {
	return func(n *yaml.Node) {
		x, err := strconv.ParseFloat(n.Value, 64)
		if err != nil || !(x > 0 && x <= 1e12) {
			p.say(n, "%q is not a number above 0: write digits, such as 1200", n.Value)
			return
		}
		*to = x
	}
}

func (p *parser) count(to *int) func(*yaml.Node) {
	return func(n *yaml.Node) {
		x, err := strconv.Atoi(n.Value)
		if err != nil || x < 1 {
			p.say(n, "%q is not a whole number of 1 or more", n.Value)
			return
		}
		*to = x
	}
}

func (p *parser) truth(to *bool) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Decode(to) != nil {
			p.say(n, "%q is neither true nor false", n.Value)
		}
	}
}

func (p *parser) date(to *time.Time) func(*yaml.Node) {
	return func(n *yaml.Node) {
		day, err := time.Parse(time.DateOnly, n.Value)
		if err != nil {
			p.say(n, "%q is not a day: write it as 2026-10-15", n.Value)
			return
		}
		*to = day
	}
}

func (p *parser) schemes(n *yaml.Node) (out []meta.Scheme) {
	p.each("schemes", func(one *yaml.Node) {
		scheme := meta.Scheme(one.Value)
		opt := meta.DefaultOptions()
		opt.Scheme = scheme
		switch err := opt.Validate(); {
		case err != nil:
			p.say(one, "%s", err)
		case slices.Contains(out, scheme):
			p.say(one, "scheme %s is listed twice: remove one", scheme)
		default:
			out = append(out, scheme)
		}
	})(n)
	if len(out) == 0 || out[0] == meta.MetaRegression {
		p.say(n, "the first scheme is the main result of every cell: begin the list with ivw, random or samplesize")
	}
	return out
}

// elsewhere are the options that a freeze states in another place.
var elsewhere = map[string]string{"scheme": "list it under schemes", "overlaps": "use estimate_overlap", "x_coding": "leave it out"}

// options reads the options of a meta-analysis by the names that inputs.json has.
func (p *parser) options(n *yaml.Node, to *meta.Options) {
	if n.Kind != yaml.MappingNode {
		p.say(n, "options must have fields, as the options in inputs.json of a meta-analysis")
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if advice := elsewhere[key.Value]; advice != "" {
			p.say(key, "a freeze has no option %s: %s", key.Value, advice)
			continue
		}
		var plain any
		if err := value.Decode(&plain); err != nil {
			p.say(value, "%s cannot be read: %s", key.Value, err)
			continue
		}
		text, err := json.Marshal(map[string]any{key.Value: plain})
		if err == nil {
			d := json.NewDecoder(bytes.NewReader(text))
			d.DisallowUnknownFields()
			err = d.Decode(to)
		}
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &kind):
			p.say(value, "option %s cannot be %s: write a %s", key.Value, kind.Value, kind.Type)
		case err != nil:
			p.say(key, "a meta-analysis has no option %q: use the names in inputs.json, such as min_studies, maf or leave_one_out", key.Value)
		}
	}
}

func (p *parser) scope(s *Scope) map[string]func(*yaml.Node) {
	return map[string]func(*yaml.Node){"phenotype": p.code(&s.Phenotype), "ancestry": p.code(&s.Ancestry), "sex": p.sex(&s.Sex)}
}

func (p *parser) rule(n *yaml.Node) (r Rule) {
	known := p.scope(&r.Scope)
	known["min_studies"], known["min_cases"] = p.count(&r.MinStudies), p.number(&r.MinCases)
	p.fields(n, "a rule", known)
	return r
}

func (p *parser) skipped(n *yaml.Node) (s Scope) {
	p.fields(n, "a cell to skip", p.scope(&s))
	return s
}

func (p *parser) exclusion(n *yaml.Node) (e Exclusion) {
	known := p.scope(&e.Scope)
	known["cohort"], known["reason"], known["file"] = p.text(&e.Cohort), p.text(&e.Reason), p.text(&e.File)
	p.fields(n, "an exclusion", known, "cohort", "reason")
	return e
}

func (p *parser) study(n *yaml.Node) Study {
	s := Study{Sex: Both, Line: n.Line}
	p.fields(n, "a study", map[string]func(*yaml.Node){
		"cohort": p.text(&s.Cohort), "file": p.text(&s.File), "phenotype": p.code(&s.Phenotype), "ancestry": p.code(&s.Ancestry), "sex": p.sex(&s.Sex),
		"accepted": p.date(&s.Accepted), "n": p.number(&s.N), "cases": p.number(&s.Cases), "controls": p.number(&s.Controls),
		"scale": func(v *yaml.Node) {
			if _, err := sumstats.ParseScale(v.Value); err != nil {
				p.say(v, "%s", err)
			}
			s.Scale = v.Value
		},
		"map": func(v *yaml.Node) {
			if v.Decode(&s.Map) != nil {
				p.say(v, "map must have a column for each field, such as effect_allele: A1")
			}
		},
	}, "cohort", "file", "phenotype", "ancestry")
	return s
}

// check finds what contradicts itself.
func (p *parser) check(d *Document, line int) {
	fault := func(line int, format string, args ...any) {
		p.faults = append(p.faults, Fault{line, fmt.Sprintf(format, args...)})
	}
	if name := string(d.Options.Build); name != "" {
		build, ok := genome.ParseBuild(name)
		if d.Options.Build = build; !ok {
			fault(line, "options: build %q is not known: use GRCh37 or GRCh38", name)
		}
	}
	for _, scheme := range d.Schemes {
		if err := d.optionsOf(scheme).Validate(); err != nil {
			fault(line, "options: %s", err)
			break
		}
	}
	if len(d.Studies) == 0 && len(p.faults) == 0 {
		fault(line, "a freeze needs studies: list them under studies")
	}
	for i := range d.Studies {
		s := &d.Studies[i]
		if s.Ancestry == All {
			fault(s.Line, "ancestry all is reserved for the cells that combine all ancestries: use another name")
		}
		if !d.Deadline.IsZero() && s.Accepted.IsZero() {
			fault(s.Line, "the freeze has a deadline, and %s has no day of acceptance: add accepted: …", s.Cohort)
		}
	}
	for _, e := range d.Exclude {
		if e.Cohort != "" && !slices.ContainsFunc(d.Studies, func(s Study) bool { return s.Cohort == e.Cohort }) {
			fault(line, "cohort %q of an exclusion has no study: check its spelling", e.Cohort)
		}
		if e.File != "" && !slices.ContainsFunc(d.Studies, func(s Study) bool { return s.Cohort == e.Cohort && s.File == e.File }) {
			fault(line, "cohort %q has no file %q to exclude: check its spelling", e.Cohort, e.File)
		}
	}
}
