package pagedata

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/gwas/textfile"
)

// roleOf are the roles of the fields of a table of results.
var roleOf = map[sumstats.Field]Role{
	sumstats.FieldChromosome: Chromosome, sumstats.FieldPosition: Position, sumstats.FieldEffectAllele: EffectAllele,
	sumstats.FieldOtherAllele: OtherAllele, sumstats.FieldP: P, sumstats.FieldNegLog10P: NegLog10P, sumstats.FieldBeta: Beta,
	sumstats.FieldSE: SE, sumstats.FieldOddsRatio: OddsRatio, sumstats.FieldEAF: EAF, sumstats.FieldRSID: RSID,
}

// named are the roles whose values are names, also where they look like numbers.
var named = map[Role]bool{Chromosome: true, RSID: true, EffectAllele: true, OtherAllele: true, Gene: true}

// plan is how a source is read: its columns as proposed, with what the user stated about them.
type plan struct {
	*input
	columns  []Proposed
	forced   []bool // the type of the column was stated
	build    genome.Build
	findings []string
	kept     recognise.Kept // the judgement of the first rows
}

// refusal returns the error for a table whose rows are on another build than stated.
func refusal(k recognise.Kept) error {
	for _, f := range k.Against {
		return &textfile.FileError{Code: recognise.CodeContradicted, What: f.Message, Remedy: f.Remedy, Line: f.Line}
	}
	return nil
}

// newPlan decides on the columns of a source. *ColumnError for a layout with columns that
// it does not have.
func newPlan(in *input, build genome.Build, l Layout) (*plan, error) {
	out := &plan{input: in, build: build, findings: slices.Clone(in.findings), forced: make([]bool, len(in.names))}
	if unknown := out.unknownColumns(l); len(unknown) > 0 {
		return nil, &ColumnError{Column: unknown[0]}
	}
	own := ids(in.names)
	for i, name := range in.names {
		c := Proposed{ID: own[i], Source: name, Type: in.guessed[i]}
		if said, ok := l.Types[name]; ok {
			c.Type, out.forced[i] = said, true
		}
		out.columns = append(out.columns, c)
	}
	out.recognise(l)
	if l.Build != "" {
		out.build = l.Build
	}
	for i := range out.columns {
		c := &out.columns[i]
		if !out.forced[i] && c.Type == Number && named[c.Role] {
			c.Type = Text // 1 to 22, and X somewhere below; alleles coded 1 to 4
		}
	}
	return out, nil
}

// recognise assigns roles to columns: by the rules for tables of results, and as stated.
func (p *plan) recognise(l Layout) {
	said := map[Role]bool{}
	for _, role := range l.Roles {
		said[role] = true
	}
	in := p.inspect()
	if in != nil && ofResults(in) {
		for _, guess := range in.Columns {
			i := slices.Index(p.names, guess.Column)
			role := roleOf[guess.Field]
			if i < 0 || role == "" || said[role] || p.columns[i].Role != "" || l.Roles[guess.Column] != "" {
				continue
			}
			if guess.Question != "" {
				p.columns[i].Doubt = guess.Question
			}
			if guess.Confidence != recognise.Ask || guess.Likely {
				p.columns[i].Role, p.columns[i].Reason = role, guess.Reason
			}
		}
		if p.build == "" {
			p.build = in.Build.Guess
		}
	}
	if gene := slices.Index(p.names, tableindex.GeneColumn(p.names)); gene >= 0 && !said[Gene] && p.columns[gene].Role == "" {
		p.columns[gene].Role, p.columns[gene].Reason = Gene, "From the name of the column."
	}
	for i := range p.columns {
		if role := l.Roles[p.columns[i].Source]; role == None {
			p.columns[i].Role = ""
		} else if role != "" {
			p.columns[i].Role, p.columns[i].Reason, p.columns[i].Doubt = role, "", ""
		}
	}
	p.lookAtNumbers()
	if in != nil {
		p.judge(in, l)
	}
}

// judge checks the first rows of a table of association results, with the roles of a layout as
// answers.
func (p *plan) judge(in *recognise.Inspection, l Layout) {
	a := recognise.Answers{Build: cmp.Or(l.Build, p.build), Map: sumstats.Mapping{}}
	for field, role := range roleOf {
		for column, said := range l.Roles {
			switch {
			case said == role:
				a.Map[field] = column
			case said == None && in.Mapping(true)[field] == column:
				a.Map[field] = ""
			}
		}
	}
	p.kept = in.Kept(a)
	p.findings = append(p.findings, p.kept.Sentences()...)
}

// judgeAll checks rows from all over the table, given as lines of appendLine.
func (p *plan) judgeAll(lines []sumstats.Line) error {
	over := p.kept.Over(lines)
	p.findings = append(p.findings, over.Sentences()...)
	return refusal(over)
}

// ofResults reports whether a table contains association results: some column names a variant, or
// P. In other tables a column b is not an effect.
func ofResults(in *recognise.Inspection) bool {
	return slices.ContainsFunc(in.Columns, func(g recognise.ColumnGuess) bool {
		switch roleOf[g.Field] {
		case Chromosome, Position, RSID, P, NegLog10P, EffectAllele:
			return true
		}
		return false
	})
}

// lookAtNumbers points at texts that people may take for numbers.
func (p *plan) lookAtNumbers() {
	for i := range p.columns {
		c := &p.columns[i]
		if c.Type == Text && c.Doubt == "" && every(p.sample, i, func(cell []byte) bool { return isNumber(cell) || sumstats.HasDecimalComma(cell) }) &&
			!every(p.sample, i, isNumber) {
			c.Doubt = "The numbers have commas, and are texts until it is said what the comma means."
		}
	}
}

// inspect inspects the first rows as a table of results; nil when they cannot be one.
func (p *plan) inspect() *recognise.Inspection {
	if len(p.names) < 2 || len(p.sample) == 0 {
		return nil
	}
	var text []byte
	text = appendLine(text, len(p.names), func(i int) []byte { return []byte(p.names[i]) })
	for _, row := range p.sample {
		text = appendLine(text, len(row), func(i int) []byte {
			if row[i] == nil {
				return nil
			}
			return []byte(*row[i])
		})
	}
	in, err := recognise.Inspect(recognise.Source{Name: "table", Reader: bytes.NewReader(text)}, recognise.InspectOptions{})
	if err != nil {
		return nil // no table of results; other tables have no roles
	}
	return in
}

// appendLine appends a row as a line of text with tabs, which no cell of it has.
func appendLine(text []byte, n int, cell func(i int) []byte) []byte {
	for i := range n {
		if i > 0 {
			text = append(text, '\t')
		}
		for _, c := range cell(i) {
			switch c {
			case '\t', '\n', '\r', '"', 0:
				c = ' '
			}
			text = append(text, c)
		}
	}
	return append(text, '\n')
}

// unknownColumns returns an error for columns of the layout that the source does not have.
func (p *plan) unknownColumns(l Layout) []string {
	var out []string
	for name := range l.Types {
		if !slices.Contains(p.names, name) {
			out = append(out, name)
		}
	}
	for name := range l.Roles {
		if !slices.Contains(p.names, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ColumnError is a column of a layout that the source does not have.
type ColumnError struct{ Column string }

func (e *ColumnError) Error() string {
	return fmt.Sprintf("The table has no column %q.", e.Column)
}
