package qc

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// The headers of a panel's table by which its columns are known, in lower case.
// Where several columns qualify, the first name of the list wins.
var (
	panelChromosome = []string{"chromosome", "chrom", "chr"}
	panelPosition   = []string{"base_pair_location", "pos", "bp", "position"}
	panelRef        = []string{"ref", "other_allele", "reference_allele", "nea", "oa", "a2"}
	panelAlt        = []string{"alt", "effect_allele", "alternate_allele", "ea", "a1"}
	panelFrequency  = []string{"af", "alt_af", "effect_allele_frequency", "eaf", "alt_freqs", "freq"}
	panelRSID       = []string{"rsid", "id", "snp", "rsids"}
	panelKey        = []string{"hid", "snpid", "variant_id", "markername", "key"} // chromosome:position…
)

// isPanelName distinguishes the names of a header from values.
func isPanelName(name string) bool {
	name = strings.ToLower(name)
	for _, names := range [][]string{panelChromosome, panelPosition, panelRef, panelAlt, panelFrequency, panelRSID, panelKey} {
		if slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// panelParser turns lines into rows.
type panelParser struct {
	panel *Panel
	dict  *variant.Dict
	text  *textfile.Layout
	vcf   bool
	last  int // number of the last column that is needed

	chromosome, position, ref, alt, frequency, rsid, key int // columns, −1 absent
	info                                                 []byte

	spans  []textfile.Span
	cells  [][]byte
	rows   []sumstats.Row
	counts panelCounts
}

// openPanel reads the header of a panel; its lines are read from body.
func openPanel(p *Panel, stored io.Reader, d *variant.Dict) (parser *panelParser, body *textfile.Chunker, err error) {
	file, err := textfile.Open(stored, panelLimits)
	if err != nil {
		return nil, nil, err
	}
	head, err := file.ReadHead()
	if err != nil {
		return nil, nil, err
	}
	layout, err := textfile.DetectLayout(head.Text, head.Complete, panelLimits, isPanelName)
	if err != nil {
		if head.Cause != nil {
			err = head.Cause
		}
		return nil, nil, err
	}
	parser = &panelParser{panel: p, dict: d, text: layout, counts: panelCounts{samples: newSamples()}}
	return parser, file.Body(head, layout), parser.readHeader()
}

// line takes one line behind the header.
func (p *panelParser) line(line []byte, no uint32) {
	if len(line) > 0 && line[0] != '#' {
		p.row(line, no)
	}
}

func (p *panelParser) fail(format string, args ...any) error {
	return &PanelError{Panel: p.panel.Name, Line: int64(p.text.HeaderLine), Why: fmt.Sprintf(format, args...)}
}

func (p *panelParser) readHeader() error {
	shown, names := p.text.Header, make([]string, len(p.text.Header))
	for i := range shown {
		names[i] = strings.ToLower(shown[i])
	}
	column := func(candidates []string) int {
		for _, want := range candidates {
			for i, name := range names {
				if name == want {
					return i
				}
			}
		}
		return -1
	}
	p.chromosome, p.position = column(panelChromosome), column(panelPosition)
	p.ref, p.alt, p.rsid, p.key = column(panelRef), column(panelAlt), column(panelRSID), column(panelKey)
	p.frequency = column(panelFrequency)
	if p.ref < 0 || p.alt < 0 {
		return p.fail("the header names no columns REF and ALT.")
	}
	p.counts.referenceIn = names[p.ref]
	if p.key < 0 && p.rsid >= 0 {
		p.key = p.rsid
	}
	if (p.chromosome < 0 || p.position < 0) && p.key < 0 {
		return p.fail("the header names neither chromosome and position nor a key such as 1:12345.")
	}
	if info := column([]string{"info"}); info >= 0 && column([]string{"qual"}) >= 0 {
		p.readInfo(info)
	} else if err := p.readFrequencyColumn(shown); err != nil {
		return err
	}
	p.last = max(p.chromosome, p.position, p.ref, p.alt, p.frequency, p.rsid, p.key)
	return nil
}

// readInfo makes the key of INFO the frequency of a VCF.
func (p *panelParser) readInfo(info int) {
	p.vcf, p.frequency = true, info
	key := p.panel.Column
	if key == "" {
		key = "AF"
	}
	p.counts.column = "INFO/" + key
	p.info = []byte(key + "=")
}

func (p *panelParser) readFrequencyColumn(names []string) error {
	if want := p.panel.Column; want != "" {
		p.frequency = -1
		for i, name := range names {
			if strings.EqualFold(name, want) {
				p.frequency = i
			}
		}
	}
	if p.frequency < 0 {
		why := "no column is known to hold the frequency of ALT"
		if p.panel.Column != "" {
			why = "there is no column " + p.panel.Column
		}
		return &PanelError{Panel: p.panel.Name, Line: int64(p.text.HeaderLine), Column: true,
			Why: why + "; choose one of the columns " + strings.Join(names, ", ") + "."}
	}
	p.counts.column = names[p.frequency]
	return nil
}

// row adds the variants of one line: several when ALT lists several. Cells behind
// the last that is needed, such as genotypes, are not looked for.
func (p *panelParser) row(line []byte, no uint32) {
	p.spans = p.text.Delimiter.SplitFirst(line, p.last+1, p.spans)
	if len(p.spans) <= p.last {
		p.counts.unusable++
		return
	}
	p.cells = p.cells[:0]
	for _, s := range p.spans {
		p.cells = append(p.cells, s.Of(line))
	}
	c, position, ok := p.place()
	ref, refOK := p.dict.Parse(p.cells[p.ref])
	if !ok || !refOK {
		p.counts.unusable++
		return
	}
	rsid := p.readRSID()
	alts, frequencies := p.cells[p.alt], p.frequencies()
	for more := true; more; {
		var text, frequency []byte
		text, alts, more = bytes.Cut(alts, []byte{','})
		frequency, frequencies, _ = bytes.Cut(frequencies, []byte{','})
		alt, ok := p.dict.Parse(text)
		if !ok || alt == ref {
			p.counts.unusable++
			continue
		}
		af, ok := sumstats.ParseFloat(frequency)
		if !ok || !(af >= 0 && af <= 1) {
			af = math.NaN()
		}
		if p.panel.FrequencyOfRef {
			af = sumstats.ComplementFrequency(af)
		}
		p.rows = append(p.rows, panelRow(p.dict, c, position, ref, alt, af, rsid, no))
		p.counts.add(&p.rows[len(p.rows)-1])
	}
}

// place reads chromosome and position from their columns or from the key.
func (p *panelParser) place() (genome.Chromosome, int32, bool) {
	var chromosome, position []byte
	if p.chromosome >= 0 && p.position >= 0 {
		chromosome, position = p.cells[p.chromosome], p.cells[p.position]
	} else {
		var rest []byte
		chromosome, rest, _ = bytes.Cut(p.cells[p.key], []byte{':'})
		position, _, _ = bytes.Cut(rest, []byte{':'})
	}
	c, ok := genome.ParseChromosome(chromosome)
	if !ok || len(position) == 0 || len(position) > 9 {
		return 0, 0, false
	}
	var at int32
	for _, digit := range position {
		if digit < '0' || digit > '9' {
			return 0, 0, false
		}
		at = at*10 + int32(digit-'0')
	}
	return c, at, at > 0
}

func (p *panelParser) readRSID() uint64 {
	if p.rsid < 0 {
		return 0
	}
	return sumstats.ParseRSID(p.cells[p.rsid])
}

// frequencies returns the text of the frequencies of one line, separated by commas.
func (p *panelParser) frequencies() []byte {
	cell := p.cells[p.frequency]
	if !p.vcf {
		return cell
	}
	for len(cell) > 0 {
		var entry []byte
		entry, cell, _ = bytes.Cut(cell, []byte{';'})
		if bytes.HasPrefix(entry, p.info) {
			return entry[len(p.info):]
		}
	}
	return nil
}
