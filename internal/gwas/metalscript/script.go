// Package metalscript reads the command files of METAL, the program for
// meta-analysis, so that a group that has one can start with it: it turns a script into
// studies with their columns and filters and into the options of a run, and
// names each line that it cannot honour.
//
// It knows the commands that METAL has and their abbreviations, upper or
// lower case. It opens no files: Study.Read holds a study against the header of its file,
// which the caller has read. It imports meta, sumstats and textfile.
package metalscript

import (
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// Script is a parsed command file, up to its first ANALYZE.
type Script struct {
	Scheme         meta.Scheme
	GenomicControl bool    // of one study at least; see Study.Lambda
	Overlap        bool    // people that studies share are estimated
	ZCutoff        float64 // of that estimate, 0 when the script states none
	MinWeight      float64 // of a result, 0 when the script states none
	Studies        []Study
	Findings       []Finding // by line
}

// Study is one PROCESS line with the settings that hold there. Columns are named as the
// script names them, or as METAL does where the script is silent.
type Study struct {
	Line int
	File string // as written
	Columns
	// N is the weight of all rows when the file has no column of it; 0 for none.
	N float64
	// Lambda is the λ to correct by: 1 without correction, 0 when it is to be
	// measured.
	Lambda float64
	// NullMarkers is the file, as written, of the markers that λ is to be measured by, empty
	// for all.
	NullMarkers string
	Lenient     bool // COLUMNCOUNTING LENIENT
	Filters     []Filter
	scheme      meta.Scheme
}

// Columns are the columns that a study is read from, as the script names them.
type Columns struct {
	Marker, EffectAllele, OtherAllele, Beta, SE, P, Weight, Frequency string
	Strand, Chromosome, Position                                      string // empty when they are not used
	// Flip reports that effects are those of the other allele.
	Flip bool
	// NeedsFrequency reports that METAL does not read a file without the column.
	NeedsFrequency bool
	// Customs are the columns of custom variables.
	Customs map[sumstats.Field]string
}

// Finding is a line that is not taken as METAL would take it.
type Finding struct {
	Line    int    // 1-based; 0 for the script as a whole
	Text    string // of the line
	Message string // what, and what to do
	// Blocks reports that the result would be another one than METAL's. Other lines concern only
	// how METAL prints.
	Blocks bool
}

func (f Finding) String() string {
	if f.Line == 0 {
		return f.Message
	}
	return fmt.Sprintf("line %d, %s: %s", f.Line, f.Text, f.Message)
}

// Blocking returns the findings that prevent the script from being run.
func (s *Script) Blocking() []Finding {
	return slices.DeleteFunc(slices.Clone(s.Findings), func(f Finding) bool { return !f.Blocks })
}

// Options returns the options of a run that combines as METAL does: variants of one study count,
// the alleles of A/T and C/G variants are taken as stated, the first of several rows of a variant
// counts, and λ may be that of a part of the genome.
func (s *Script) Options() meta.Options {
	opt := meta.DefaultOptions()
	opt.Scheme, opt.GenomicControl, opt.GenomicControlRegional = s.Scheme, s.GenomicControl, s.GenomicControl
	opt.MinStudies, opt.Palindromic, opt.FirstOfDuplicates = 1, meta.KeepAsStated, true
	if s.Scheme == meta.SampleSize {
		opt.EstimateOverlap, opt.OutputWeight = s.Overlap, s.MinWeight
	}
	if s.Overlap {
		opt.ZCutoff = s.ZCutoff
	}
	return opt
}

// maxScript bounds a script: one of a thousand studies has a tenth of it.
const maxScript = 1 << 20

// Parse reads a script. Only a text that is not a script is an error; a line that cannot be
// honoured is a finding.
func Parse(text string) (*Script, error) {
	if len(text) > maxScript {
		return nil, fmt.Errorf("the script has more than %d bytes; give the commands of METAL, not data", maxScript)
	}
	if strings.ContainsRune(text, 0) {
		return nil, fmt.Errorf("the script holds bytes that are not text; give the commands of METAL as plain text")
	}
	p := &parser{state: newState()}
	p.script.Scheme = meta.SampleSize
	for i, line := range strings.Split(text, "\n") {
		if p.ended {
			break
		}
		p.line, p.text = i+1, uncommented(line)
		if p.text != "" {
			p.command()
		}
	}
	p.line, p.text = 0, ""
	if len(p.script.Studies) == 0 {
		p.block("no line says PROCESS, so there is nothing to combine; name each file with PROCESS")
	}
	if p.script.MinWeight > 0 && p.script.Scheme != meta.SampleSize {
		p.note("MINWEIGHT has no effect with SCHEME STDERR")
	}
	return &p.script, nil
}

// uncommented cuts a comment: a # at the beginning or after a space, followed by
// a space. Names of columns may begin with #.
func uncommented(line string) string {
	line = strings.Trim(line, blanks)
	if strings.HasPrefix(line, "#") {
		return ""
	}
	if at := strings.Index(line, " # "); at >= 0 {
		line = line[:at]
	}
	return strings.Trim(strings.TrimSuffix(line, " #"), blanks)
}

// blanks separate words, as in METAL. Others, such as no-break spaces, are letters of a name.
const blanks = " \t\n\r\v\f"

func wordsOf(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(blanks, r) })
}

// unquoted takes off the quotes that enclose a name.
func unquoted(name string) string {
	if n := len(name); n > 2 && name[0] == name[n-1] && (name[0] == '"' || name[0] == '\'') {
		return name[1 : n-1]
	}
	return name
}

// parser holds a script while it is read.
type parser struct {
	script Script
	state  state
	line   int
	text   string // of the line, without its comment
	ended  bool   // by QUIT
	begun  bool   // METAL has markers in memory: a file was processed, or a list read
	done   bool   // ANALYZE has been seen
}

// state are the settings that hold for the next PROCESS.
type state struct {
	marker, effectAllele, otherAllele, beta, se, p, weight, frequency string
	strand, chromosome, position                                      string
	useStrand, tracked, lenient, flip, average, minMax                bool
	n                                                                 float64
	control                                                           bool    // genomic control
	stated                                                            float64 // λ, 0 for none
	list                                                              string  // of null markers
	customs                                                           []custom
	filters                                                           []Filter
}

// newState returns the initial state of METAL.
func newState() state {
	return state{marker: "MARKER", effectAllele: "ALLELE1", otherAllele: "ALLELE2", beta: "EFFECT", se: "STDERR", p: "PVALUE",
		weight: "N", frequency: "FREQ", strand: "STRAND", chromosome: "CHROMOSOME", position: "POSITION"}
}

func (p *parser) note(format string, args ...any) {
	p.script.Findings = append(p.script.Findings, Finding{Line: p.line, Text: p.text, Message: fmt.Sprintf(format, args...)})
}

func (p *parser) block(format string, args ...any) {
	p.note(format, args...)
	p.script.Findings[len(p.script.Findings)-1].Blocks = true
}

// blocked reports whether the current line was refused.
func (p *parser) blocked() bool {
	n := len(p.script.Findings)
	return n > 0 && p.script.Findings[n-1].Line == p.line && p.script.Findings[n-1].Blocks
}

// process adds a study. The name of its file is the rest of the line, so that it may hold blanks.
func (p *parser) process([]string) {
	if p.done {
		p.block("this belongs to a second analysis; put it into a separate script")
		return
	}
	p.begun = true
	s := &p.state
	study := Study{
		Line:        p.line,
		File:        unquoted(strings.Trim(p.text[len(wordsOf(p.text)[0]):], blanks)),
		N:           s.n,
		Lambda:      s.lambda(),
		NullMarkers: s.list,
		Lenient:     s.lenient,
		Filters:     slices.Clone(s.filters),
		scheme:      p.script.Scheme,
		Columns: Columns{
			Marker: s.marker, EffectAllele: s.effectAllele, OtherAllele: s.otherAllele, Beta: s.beta, SE: s.se, P: s.p,
			Weight: s.weight, Frequency: s.frequency, Flip: s.flip, NeedsFrequency: s.average || s.minMax},
	}
	if s.useStrand {
		study.Strand = s.strand
	}
	if s.tracked {
		study.Chromosome, study.Position = s.chromosome, s.position
	}
	for _, c := range s.customs {
		if study.Customs == nil {
			study.Customs = map[sumstats.Field]string{}
		}
		study.Customs[c.field] = c.column
	}
	p.script.GenomicControl = p.script.GenomicControl || s.lambda() != 1
	p.script.Studies = append(p.script.Studies, study)
}

// lambda returns λ of the next study, as in Study.Lambda. METAL never corrects by less than 1.
func (s *state) lambda() float64 {
	switch {
	case !s.control:
		return 1
	case s.stated > 0:
		return max(1, s.stated)
	}
	return 0
}
