// Package metalscript reads the command files of METAL, the program for
// meta-analysis, so that who has one starts with it: it turns a script into
// studies with their columns and filters and into the options of a run, and
// names each line that it cannot honour.
//
// It knows the commands that METAL documents and their abbreviations, upper or
// lower case. It opens no files: whether a column exists, and what the column of
// the marker holds, is for the caller to see. It imports meta and sumstats.
package metalscript

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// Script is what a command file asks for, up to its first ANALYZE.
type Script struct {
	Scheme         meta.Scheme
	GenomicControl bool // of one study at least; see Study.Lambda
	Studies        []Study
	Findings       []Finding // by line
}

// Study is one PROCESS line with the settings that hold there.
type Study struct {
	Line int
	File string // as written
	// Marker is the column that names the variant: an rs number, or a place.
	Marker string
	// Mapping are the columns that the script names. A field without column is
	// one that METAL would not use.
	Mapping sumstats.Mapping
	// Defaults are METAL's own names of columns that the script does not name;
	// they hold where the file has them.
	Defaults sumstats.Mapping
	// N is the weight of all rows when the file has no column of it; 0 for none.
	N float64
	// Lambda is the λ to correct by: 1 without correction, 0 when it is to be
	// measured.
	Lambda  float64
	Filters []Filter
}

// Finding is a line that is not taken as METAL would take it.
type Finding struct {
	Line    int    // 1-based; 0 for the script as a whole
	Text    string // of the line
	Message string // what, and what to do
	// Blocks says that the result would be another one than METAL's. Other lines
	// concern only how METAL prints.
	Blocks bool
}

func (f Finding) String() string {
	if f.Line == 0 {
		return f.Message
	}
	return fmt.Sprintf("line %d, %s: %s", f.Line, f.Text, f.Message)
}

// Blocking are the findings that keep the script from being run as it stands.
func (s *Script) Blocking() []Finding {
	return slices.DeleteFunc(slices.Clone(s.Findings), func(f Finding) bool { return !f.Blocks })
}

// Options are those of a run that combines as METAL does: variants of one study
// count, and the alleles of A/T and C/G variants are taken as stated.
func (s *Script) Options() meta.Options {
	opt := meta.DefaultOptions()
	opt.Scheme, opt.GenomicControl = s.Scheme, s.GenomicControl
	opt.MinStudies, opt.Palindromic = 1, meta.KeepAsStated
	return opt
}

// maxScript bounds a script: one of a thousand studies has a tenth of it.
const maxScript = 1 << 20

// Parse reads a script. Only a text that is no script at all is an error; what
// cannot be honoured is a finding.
func Parse(text string) (*Script, error) {
	if len(text) > maxScript {
		return nil, fmt.Errorf("the script has more than %d bytes; give the commands of METAL, not data", maxScript)
	}
	if strings.ContainsRune(text, 0) {
		return nil, fmt.Errorf("the script holds bytes that are no text; give the commands of METAL as plain text")
	}
	p := &parser{state: newState()}
	p.script.Scheme = meta.SampleSize
	for i, line := range strings.Split(text, "\n") {
		if p.ended {
			break
		}
		p.line, p.text = i+1, strings.Join(strings.Fields(uncommented(line)), " ")
		if p.text != "" {
			p.command()
		}
	}
	p.line, p.text = 0, ""
	if len(p.script.Studies) == 0 {
		p.block("no line says PROCESS, so there is nothing to combine; name each file with PROCESS")
	}
	return &p.script, nil
}

// uncommented cuts a comment: a # at the beginning or after a space, followed by
// a space. Names of columns may begin with #.
func uncommented(line string) string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") {
		return ""
	}
	if at := strings.Index(line, " # "); at >= 0 {
		line = line[:at]
	}
	return strings.TrimSuffix(line, " #")
}

// parser holds a script while it is read.
type parser struct {
	script Script
	state  state
	line   int
	text   string
	ended  bool // by QUIT
	done   bool // ANALYZE has been seen
}

// state are the settings that hold for the next PROCESS.
type state struct {
	marker, effect, other, beta, se, p, weight, frequency, strand string
	chromosome, position                                          string
	logEffect, useStrand, tracked                                 bool
	n, lambda                                                     float64
	labels                                                        map[sumstats.Field]string // of custom variables
	filters                                                       []Filter
}

func newState() state { return state{lambda: 1, labels: map[sumstats.Field]string{}} }

func (p *parser) note(format string, args ...any) {
	p.script.Findings = append(p.script.Findings, Finding{Line: p.line, Text: p.text, Message: fmt.Sprintf(format, args...)})
}

func (p *parser) block(format string, args ...any) {
	p.note(format, args...)
	p.script.Findings[len(p.script.Findings)-1].Blocks = true
}

// process adds a study.
func (p *parser) process(file string) {
	if p.done {
		p.block("this belongs to a second analysis; put it into a script of its own")
		return
	}
	s := &p.state
	study := Study{Line: p.line, File: strings.Trim(file, `"'`), Marker: s.marker, Mapping: sumstats.Mapping{}, Defaults: sumstats.Mapping{},
		N: s.n, Lambda: s.lambda, Filters: slices.Clone(s.filters)}
	named := func(field sumstats.Field, column, standard string) {
		if column != "" {
			study.Mapping[field] = column
		} else if standard != "" {
			study.Defaults[field] = standard
		}
	}
	effect := sumstats.FieldBeta
	if s.logEffect {
		effect = sumstats.FieldOddsRatio
	}
	named(sumstats.FieldEffectAllele, s.effect, "ALLELE1")
	named(sumstats.FieldOtherAllele, s.other, "ALLELE2")
	named(effect, s.beta, "EFFECT")
	named(sumstats.FieldSE, s.se, "STDERR")
	named(sumstats.FieldP, s.p, "PVALUE")
	named(sumstats.FieldEAF, s.frequency, "FREQ")
	if s.tracked {
		named(sumstats.FieldChromosome, s.chromosome, "CHROMOSOME")
		named(sumstats.FieldPosition, s.position, "POSITION")
	}
	named(sumstats.FieldNCases, s.labels[sumstats.FieldNCases], "")
	named(sumstats.FieldNControls, s.labels[sumstats.FieldNControls], "")
	if s.useStrand {
		named(sumstats.FieldStrand, s.strand, "STRAND")
	} else {
		study.Mapping[sumstats.FieldStrand] = ""
	}
	s.sizes(&study, p.script.Scheme)
	if study.Marker == "" {
		study.Marker = "MARKER"
	}
	p.script.GenomicControl = p.script.GenomicControl || s.lambda != 1
	p.script.Studies = append(p.script.Studies, study)
}

// sizes maps the column of the weight. It is the sample size, unless the script
// follows another column as that; only with sample-size weights does it count.
func (s *state) sizes(study *Study, scheme meta.Scheme) {
	total, weight := s.labels[sumstats.FieldN], s.weight
	if scheme != meta.SampleSize {
		if column := cmp.Or(total, weight); column != "" {
			study.Mapping[sumstats.FieldN] = column
		} else {
			study.Defaults[sumstats.FieldN] = "N"
		}
		return
	}
	// The weight is this column: no size that is computed from cases and controls.
	study.Mapping[sumstats.FieldNCases], study.Mapping[sumstats.FieldNControls] = "", ""
	switch {
	case total == "" || total == cmp.Or(weight, "N"):
		study.Mapping[sumstats.FieldNEff] = ""
		if weight == "" {
			study.Defaults[sumstats.FieldN] = "N"
		} else {
			study.Mapping[sumstats.FieldN] = weight
		}
	case weight == "":
		study.Mapping[sumstats.FieldN], study.Defaults[sumstats.FieldNEff] = total, "N"
	default:
		study.Mapping[sumstats.FieldN], study.Mapping[sumstats.FieldNEff] = total, weight
	}
}
