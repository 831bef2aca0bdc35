package metalscript

import (
	"regexp"
	"strconv"
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// command is one word of the language: its name, the shortest abbreviation, how
// many words must follow, and what it does.
type command struct {
	name, short string
	words       int
	do          func(p *parser, words []string)
}

// commands are those that METAL documents.
var commands = []command{
	{"MARKERLABEL", "MARKER", 1, func(p *parser, w []string) { p.state.marker = w[0] }},
	{"ALLELELABELS", "ALLELE", 2, func(p *parser, w []string) { p.state.effect, p.state.other = w[0], w[1] }},
	{"EFFECTLABEL", "EFFECT", 1, (*parser).effect},
	{"STDERRLABEL", "STDERR", 1, func(p *parser, w []string) { p.state.se = w[0] }},
	{"PVALUELABEL", "PVAL", 1, func(p *parser, w []string) { p.state.p = w[0] }},
	{"WEIGHTLABEL", "WEIGHT", 1, func(p *parser, w []string) { p.state.weight = w[0] }},
	{"DEFAULTWEIGHT", "DEFAULT", 1, (*parser).defaultWeight},
	{"FREQLABEL", "FREQ", 1, func(p *parser, w []string) { p.state.frequency = w[0] }},
	{"STRANDLABEL", "STRAND", 1, func(p *parser, w []string) { p.state.strand = w[0] }},
	{"CHROMOSOMELABEL", "CHR", 1, func(p *parser, w []string) { p.state.chromosome = w[0] }},
	{"POSITIONLABEL", "POS", 1, func(p *parser, w []string) { p.state.position = w[0] }},
	{"USESTRAND", "USE", 1, func(p *parser, w []string) { p.state.useStrand = p.on(w) }},
	{"TRACKPOSITIONS", "TRACK", 1, func(p *parser, w []string) { p.state.tracked = p.on(w) }},
	{"SCHEME", "SCH", 1, (*parser).scheme},
	{"GENOMICCONTROL", "GENOMIC", 1, (*parser).genomicControl},
	{"ADDFILTER", "ADD", 1, (*parser).addFilter},
	{"REMOVEFILTERS", "REMOVE", 0, func(p *parser, _ []string) { p.state.filters = nil }},
	{"CUSTOMVARIABLE", "CUSTOM", 1, func(*parser, []string) {}}, // LABEL says what it is
	{"LABEL", "LABEL", 1, (*parser).label},
	{"PROCESSFILE", "PRO", 1, func(p *parser, w []string) { p.process(strings.Join(w, " ")) }},
	{"ANALYZE", "ANA", 0, (*parser).analyze},
	{"CLEAR", "CLEAR", 0, (*parser).clear},
	{"QUIT", "QUIT", 0, func(p *parser, _ []string) { p.ended = true }},
	{"EXIT", "EXIT", 0, func(p *parser, _ []string) { p.ended = true }},

	{"SEPARATOR", "SEP", 0, remark("no need for it: how the columns are separated is seen from the file")},
	{"COLUMNCOUNTING", "COLUMN", 0, remark("rows of another number of cells are left out and counted, whatever is chosen here")},
	{"AVERAGEFREQ", "AVERAGE", 0, remark("the result always has the mean frequency")},
	{"MINMAXFREQ", "MINMAX", 0, remark("the result always has the least and the largest frequency")},
	{"OUTFILE", "OUT", 0, remark("the result goes where this program is told to write it")},
	{"VERBOSE", "VERB", 0, remark("not needed: every row is accounted for in the summary")},
	{"LOGPVALUE", "LOGP", 0, remark("the result always has −log10 P beside P")},
	{"EFFECT_PRINT_PRECISION", "EFFECT_", 0, remark("the result always has all digits")},
	{"STDERR_PRINT_PRECISION", "STDERR_", 0, remark("the result always has all digits")},
	{"MAXWARNINGS", "MAXW", 0, remark("what is left out is counted, without limit")},
	{"HELP", "HELP", 0, remark("it prints METAL's own help")},

	{"OVERLAP", "OVER", 0, unlessOff("how many people two files share is not estimated from their results; remove the line, and state the shared sample size of each pair where the analysis is started")},
	{"ZCUTOFF", "ZCUT", 0, refuse("it belongs to an estimate of overlapping samples, which is not made; remove the line")},
	{"MINWEIGHT", "MINW", 0, refuse("a least total weight is not available; choose a least number of studies, or a share of N, instead")},
	{"FLIP", "FLIP", 0, refuse("effects are never turned without their alleles; name the alleles in their right order with ALLELE and remove the line")},
	{"SOURCE", "SOU", 0, refuse("put the lines of that script here")},
}

func remark(message string) func(*parser, []string) {
	return func(p *parser, _ []string) { p.note("%s", message) }
}

func refuse(message string) func(*parser, []string) {
	return func(p *parser, _ []string) { p.block("%s", message) }
}

func unlessOff(message string) func(*parser, []string) {
	return func(p *parser, w []string) {
		if len(w) == 0 || !strings.EqualFold(w[0], "OFF") {
			p.block("%s", message)
		}
	}
}

// command carries out the current line.
func (p *parser) command() {
	words := strings.Fields(p.text)
	name := strings.ToUpper(words[0])
	for _, c := range commands {
		if !strings.HasPrefix(c.name, name) || !strings.HasPrefix(name, c.short) {
			continue
		}
		if len(words)-1 < c.words {
			p.block("%s needs %s; complete the line", c.name, plural(c.words))
			return
		}
		c.do(p, words[1:])
		return
	}
	p.block("no command of METAL is called %s; correct or remove the line", words[0])
}

func plural(words int) string {
	if words == 1 {
		return "a word after it"
	}
	return strconv.Itoa(words) + " words after it"
}

// on reads ON or OFF.
func (p *parser) on(w []string) bool {
	switch strings.ToUpper(w[0]) {
	case "ON":
		return true
	case "OFF":
		return false
	}
	p.block("write ON or OFF")
	return false
}

var logarithm = regexp.MustCompile(`(?i)^log\((.+)\)$`)

// effect names the column of the effect, log(COLUMN) that of an odds ratio.
func (p *parser) effect(w []string) {
	p.state.beta, p.state.logEffect = w[0], false
	text := strings.Join(w, "")
	if m := logarithm.FindStringSubmatch(text); m != nil {
		p.state.beta, p.state.logEffect = m[1], true
	} else if strings.ContainsAny(w[0], "()") {
		p.block("of an effect only log(COLUMN) can be taken; write a column into the file that holds it")
	}
}

func (p *parser) defaultWeight(w []string) {
	n, err := strconv.ParseFloat(w[0], 64)
	if err != nil || !(n > 0) || n > 1e12 {
		p.block("a weight is a number above 0")
		return
	}
	p.state.n = n
}

func (p *parser) scheme(w []string) {
	var scheme meta.Scheme
	switch word := strings.ToUpper(w[0]); {
	case strings.HasPrefix("SAMPLESIZE", word) && len(word) >= 3:
		scheme = meta.SampleSize
	case strings.HasPrefix("STDERR", word) && len(word) >= 3:
		scheme = meta.FixedEffect
	default:
		p.block("the scheme is SAMPLESIZE or STDERR")
		return
	}
	if len(p.script.Studies) > 0 && scheme != p.script.Scheme {
		p.block("the scheme changes after files were processed; name it before the first PROCESS")
		return
	}
	p.script.Scheme = scheme
}

func (p *parser) genomicControl(w []string) {
	switch word := strings.ToUpper(w[0]); word {
	case "ON":
		p.state.lambda = 0
	case "OFF":
		p.state.lambda = 1
	case "LIST":
		p.block("λ of a list of markers is not available; write the value, as GENOMICCONTROL 1.05, or ON for that of all rows")
	default:
		lambda, err := strconv.ParseFloat(word, 64)
		if err != nil || !(lambda > 0) || lambda > 1e6 {
			p.block("write ON, OFF or the value of λ")
			return
		}
		p.state.lambda = max(1, lambda) // METAL never corrects by less
	}
}

// customNames say what a custom variable sums, by its name without punctuation.
var customNames = map[string]sumstats.Field{
	"totalsamplesize": sumstats.FieldN, "samplesize": sumstats.FieldN, "n": sumstats.FieldN, "ntotal": sumstats.FieldN,
	"totaln": sumstats.FieldN, "ntot": sumstats.FieldN, "nsamples": sumstats.FieldN,
	"ncase": sumstats.FieldNCases, "ncases": sumstats.FieldNCases, "cases": sumstats.FieldNCases, "totalcases": sumstats.FieldNCases,
	"ncontrol": sumstats.FieldNControls, "ncontrols": sumstats.FieldNControls, "controls": sumstats.FieldNControls,
	"totalcontrols": sumstats.FieldNControls,
}

// label binds a custom variable to a column: LABEL name AS column.
func (p *parser) label(w []string) {
	if len(w) != 3 || !strings.EqualFold(w[1], "AS") {
		p.block("write LABEL variable AS column")
		return
	}
	plain := strings.Map(func(r rune) rune {
		if r == '_' || r == '.' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(w[0]))
	field, ok := customNames[plain]
	if !ok {
		p.note("the result sums the sample size, the cases and the controls only, so it has no %s", w[0])
		return
	}
	p.state.labels[field] = w[2]
}

func (p *parser) analyze(w []string) {
	if p.done {
		return // a PROCESS in between has been named
	}
	p.done = true
	if len(w) == 0 || len(w[0]) >= 3 && strings.HasPrefix("HETEROGENEITY", strings.ToUpper(w[0])) {
		return // heterogeneity is always given
	}
	if strings.EqualFold(w[0], "RANDOM") && p.script.Scheme == meta.FixedEffect {
		p.script.Scheme = meta.RandomEffects
		return
	}
	p.block("write ANALYZE or ANALYZE HETEROGENEITY")
}

// clear forgets what was said, as METAL does.
func (p *parser) clear(_ []string) {
	if p.done {
		return // the analysis that is read has ended
	}
	p.state, p.script.Studies, p.script.GenomicControl, p.script.Scheme = newState(), nil, false, meta.SampleSize
}
