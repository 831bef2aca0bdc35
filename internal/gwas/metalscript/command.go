package metalscript

import (
	"strconv"
	"strings"

	"cohortium/internal/gwas/meta"
)

// command is one word of the language: its name, how many letters of it are enough, how
// many words must follow, and what it does.
type command struct {
	name  string
	least int
	words int
	do    func(p *parser, words []string)
}

// commands are those of METAL, in the order in which it looks for them: an abbreviation
// that several names begin with is the first of them that takes so few letters.
var commands = []command{
	{"ANALYZE", 2, 0, (*parser).analyze},
	{"ANALYSE", 2, 0, (*parser).analyze},
	{"CLEAR", 2, 0, (*parser).clear},
	{"REMOVEFILTERS", 3, 0, func(p *parser, _ []string) { p.state.filters = nil }},
	{"FLIP", 2, 0, func(p *parser, _ []string) { p.state.flip = !p.state.flip }},
	{"HELP", 1, 0, remark("it prints METAL's own help")},
	{"QUIT", 1, 0, func(p *parser, _ []string) { p.ended = true }},
	{"EXIT", 2, 0, func(p *parser, _ []string) { p.ended = true }},
	{"RETURN", 3, 0, func(p *parser, _ []string) { p.ended = true }},
	{"COLUMNCOUNTING", 2, 1, (*parser).columnCounting},
	{"CUSTOMVARIABLE", 2, 1, (*parser).customVariable},
	{"DEFAULTWEIGHT", 1, 1, (*parser).defaultWeight},
	{"WEIGHTLABEL", 1, 1, column(func(s *state) *string { return &s.weight })},
	{"GENOMICCONTROL", 1, 1, (*parser).genomicControl},
	{"LOGPVALUE", 1, 1, onOff("the result always has −log10 P beside P")},
	{"USESTRAND", 4, 1, func(p *parser, w []string) { p.state.useStrand = p.on(w) }},
	{"VERBOSE", 1, 1, onOff("not needed: every row is accounted for in the summary")},
	{"AVERAGEFREQUENCY", 2, 1, (*parser).averageFrequency},
	{"MINMAXFREQUENCY", 4, 1, (*parser).minMaxFrequency},
	{"MARKERLABEL", 3, 1, column(func(s *state) *string { return &s.marker })},
	{"MAXWARNINGS", 3, 1, remark("rows that are left out are counted, without limit")},
	{"PVALUELABEL", 2, 1, column(func(s *state) *string { return &s.p })},
	{"EFFECTLABEL", 2, 1, (*parser).effect},
	{"FREQLABEL", 2, 1, column(func(s *state) *string { return &s.frequency })},
	{"SOURCE", 2, 1, refuse("put the lines of that script here")},
	{"STDERRLABEL", 3, 1, column(func(s *state) *string { return &s.se })},
	{"STRANDLABEL", 3, 1, column(func(s *state) *string { return &s.strand })},
	{"CHROMOSOMELABEL", 3, 1, column(func(s *state) *string { return &s.chromosome })},
	{"POSITIONLABEL", 3, 1, column(func(s *state) *string { return &s.position })},
	{"SCHEME", 2, 1, (*parser).scheme},
	{"SEPARATOR", 2, 1, (*parser).separator},
	{"PROCESSFILE", 2, 1, (*parser).process},
	{"MINWEIGHT", 4, 1, (*parser).minWeight},
	{"OVERLAP", 1, 1, (*parser).overlap},
	{"TRACKPOSITIONS", 1, 1, (*parser).trackPositions},
	{"EFFECT_PRINT_PRECISION", 1, 1, (*parser).precision},
	{"STDERR_PRINT_PRECISION", 1, 1, (*parser).precision},
	{"ZCUTOFF", 1, 1, (*parser).zCutoff},
	{"ALLELELABELS", 2, 2, func(p *parser, w []string) { p.state.effectAllele, p.state.otherAllele = w[0], w[1] }},
	{"OUTFILE", 1, 2, remark("the result is written where this program is asked to write it")},
	{"ADDFILTER", 3, 0, (*parser).addFilter},
	{"LABEL", 1, 2, (*parser).label},
}

func remark(message string) func(*parser, []string) {
	return func(p *parser, _ []string) { p.note("%s", message) }
}

func refuse(message string) func(*parser, []string) {
	return func(p *parser, _ []string) { p.block("%s", message) }
}

// onOff remarks on a switch, which must be ON or OFF all the same.
func onOff(message string) func(*parser, []string) {
	return func(p *parser, w []string) {
		if p.on(w); !p.blocked() {
			p.note("%s", message)
		}
	}
}

// precision remarks on a number of digits. A word in its place is another command in too few
// letters: METAL takes E and S for these.
func (p *parser) precision(w []string) {
	if _, err := strconv.ParseUint(w[0], 10, 8); err != nil {
		p.block("METAL reads this as a number of digits to print; write the command in more letters, as EFFECT or STDERR")
		return
	}
	p.note("the result always has all digits")
}

// column names one.
func column(of func(*state) *string) func(*parser, []string) {
	return func(p *parser, w []string) { *of(&p.state) = w[0] }
}

// command carries out the current line.
func (p *parser) command() {
	words := wordsOf(p.text)
	for _, c := range commands {
		if len(words[0]) < c.least || !abbreviates(words[0], c.name) {
			continue
		}
		if len(words)-1 < c.words {
			p.block("%s needs %s; complete the line", c.name, plural(c.words))
			return
		}
		c.do(p, words[1:])
		return
	}
	p.block("METAL has no command %s; correct or remove the line", words[0])
}

// abbreviates reports that a name begins with a word, in capitals or not.
func abbreviates(word, name string) bool {
	return len(word) <= len(name) && strings.EqualFold(word, name[:len(word)])
}

func plural(words int) string {
	if words == 1 {
		return "a word after it"
	}
	return strconv.Itoa(words) + " words after it"
}

// on reads ON or OFF.
func (p *parser) on(w []string) bool {
	switch {
	case strings.EqualFold(w[0], "ON"):
		return true
	case len(w[0]) > 1 && abbreviates(w[0], "OFF"):
		return false
	}
	p.block("write ON or OFF")
	return false
}

// early refuses a command that METAL passes over once it has read a file or a list of markers.
func (p *parser) early() bool {
	if p.begun {
		p.block("METAL passes over this line because of a PROCESS or GENOMICCONTROL LIST before it; put it before them")
	}
	return !p.begun
}

// effect names the column of the effect, log(COLUMN) that of an odds ratio.
func (p *parser) effect(w []string) {
	text := w[0]
	if len(text) >= len(logOf) && strings.EqualFold(text[:len(logOf)], logOf) {
		text, _, _ = strings.Cut(strings.Join(w, ""), ")")
		text += ")"
	}
	p.state.beta = text
}

func (p *parser) columnCounting(w []string) {
	switch {
	case abbreviates(w[0], "STRICT"):
		p.state.lenient = false
	case abbreviates(w[0], "LENIENT"):
		p.state.lenient = true
	default:
		p.block("write STRICT or LENIENT")
	}
}

func (p *parser) separator(w []string) {
	for _, name := range []string{"WHITESPACE", "COMMAS", "TABS", "BOTH"} {
		if abbreviates(w[0], name) {
			p.note("not needed: how the columns are separated is seen from the file")
			return
		}
	}
	p.block("the separator is WHITESPACE, COMMA, TAB or BOTH")
}

func (p *parser) defaultWeight(w []string) {
	if n, ok := p.positive(w[0], "a weight is a number above 0"); ok {
		p.state.n = n
	}
}

// largest bounds the numbers of a script.
const largest = 1e12

func (p *parser) positive(text, otherwise string) (float64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0) || x > largest {
		p.block("%s", otherwise)
		return 0, false
	}
	return x, true
}

func (p *parser) averageFrequency(w []string) {
	if on := p.on(w); !p.blocked() {
		if !p.begun { // later METAL passes over it
			p.state.average = on
		}
		p.note("the result always has the mean frequency")
	}
}

func (p *parser) minMaxFrequency(w []string) {
	if on := p.on(w); !p.blocked() {
		if !p.begun {
			p.state.minMax = on
		}
		p.note("the result always has the least and the largest frequency")
	}
}

func (p *parser) trackPositions(w []string) {
	if on := p.on(w); p.early() {
		p.state.tracked = on
	}
}

func (p *parser) scheme(w []string) {
	var scheme meta.Scheme
	switch {
	case len(w[0]) > 1 && abbreviates(w[0], "SAMPLESIZE"):
		scheme = meta.SampleSize
	case len(w[0]) > 1 && abbreviates(w[0], "STDERR"):
		scheme = meta.FixedEffect
	default:
		p.block("the scheme is SAMPLESIZE or STDERR")
		return
	}
	if scheme == p.script.Scheme || !p.early() {
		return
	}
	if p.script.Overlap {
		p.block("overlap is estimated with SCHEME SAMPLESIZE only; remove the line or OVERLAP ON")
		return
	}
	p.script.Scheme = scheme
}

func (p *parser) overlap(w []string) {
	on := p.on(w)
	switch {
	case p.blocked() || on == p.script.Overlap || !p.early():
	case on && p.script.Scheme != meta.SampleSize:
		p.block("overlap is estimated with SCHEME SAMPLESIZE only; choose that scheme or remove the line")
	default:
		p.script.Overlap = on
	}
}

func (p *parser) zCutoff(w []string) {
	x, ok := p.positive(w[0], "the cutoff of z is a number above 0")
	switch {
	case !ok || x == p.script.ZCutoff || !p.early():
	case x > meta.MaxZCutoff:
		p.block("the cutoff of z is %d at most", meta.MaxZCutoff)
	default:
		p.script.ZCutoff = x
	}
}

func (p *parser) minWeight(w []string) {
	x, err := strconv.ParseFloat(w[0], 64)
	if err != nil || !(x >= 0) || x > largest {
		p.block("the least weight is a number of 0 or more")
		return
	}
	p.script.MinWeight = x
}

func (p *parser) genomicControl(w []string) {
	s := &p.state
	switch {
	case strings.EqualFold(w[0], "ON"):
		s.control, s.stated, s.list = true, 0, ""
	case len(w[0]) > 1 && abbreviates(w[0], "OFF"):
		s.control, s.list = false, ""
	case abbreviates(w[0], "LIST") && len(w) == 2:
		if s.stated > 0 {
			p.block("METAL keeps the λ of an earlier line and does not use the list; put GENOMICCONTROL ON before this line")
			return
		}
		s.control, s.list, p.begun = true, w[1], true
	default:
		if lambda, ok := p.positive(w[0], "write ON, OFF, the value of λ, or LIST and a file"); ok {
			s.control, s.stated, s.list = true, lambda, ""
		}
	}
}

func (p *parser) analyze(w []string) {
	if p.done {
		return // a PROCESS in between has been named
	}
	p.done = true
	if len(w) > 0 && strings.EqualFold(w[0], "RANDOM") && p.script.Scheme == meta.FixedEffect {
		p.script.Scheme = meta.RandomEffects
		p.note("random effects, as in the versions of METAL that have them; others pass over the word")
		return
	}
	if len(w) > 0 && !abbreviates(w[0], "HETEROGENEITY") { // which is always given
		p.block("write ANALYZE or ANALYZE HETEROGENEITY")
	}
}

// clear forgets what METAL forgets: the files, the filters and the custom variables. The
// columns and the settings stay.
func (p *parser) clear(_ []string) {
	if p.done {
		return // the analysis that is read has ended
	}
	p.state.filters, p.state.customs, p.script.Studies, p.begun = nil, nil, nil, false
}
