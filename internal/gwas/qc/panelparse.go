package qc

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
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

// panelParser turns text into rows. The first line that is no comment is the
// header.
type panelParser struct {
	panel  *Panel
	dict   *variant.Dict
	header bool
	vcf    bool
	comma  bool // cells are separated by commas, else by tabs or spaces
	line   int64
	last   int // number of the last column that is needed

	chromosome, position, ref, alt, frequency, rsid, key int // columns, −1 absent
	info                                                 []byte

	cells  [][]byte
	rows   []sumstats.Row
	counts panelCounts
}

// parse takes whole lines.
func (p *panelParser) parse(block []byte) error {
	for len(block) > 0 {
		line := block
		if end := bytes.IndexByte(block, '\n'); end >= 0 {
			line, block = block[:end], block[end+1:]
		} else {
			block = nil
		}
		p.line++
		line = bytes.TrimSuffix(line, []byte{'\r'})
		switch {
		case len(line) == 0 || bytes.HasPrefix(line, []byte("##")):
		case !p.header:
			if err := p.readHeader(line); err != nil {
				return err
			}
		case line[0] == '#':
		default:
			p.row(line)
		}
	}
	return nil
}

func (p *panelParser) fail(format string, args ...any) error {
	return &PanelError{Panel: p.panel.Name, Line: p.line, Why: fmt.Sprintf(format, args...)}
}

func (p *panelParser) readHeader(line []byte) error {
	p.header = true
	p.comma = bytes.IndexByte(line, '\t') < 0 && bytes.IndexByte(line, ',') >= 0
	p.split(line, math.MaxInt)
	names, shown := make([]string, len(p.cells)), make([]string, len(p.cells))
	for i, cell := range p.cells {
		shown[i] = strings.Trim(string(cell), "#\"\ufeff ")
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
		return &PanelError{Panel: p.panel.Name, Line: p.line, Column: true,
			Why: why + "; choose one of the columns " + strings.Join(names, ", ") + "."}
	}
	p.counts.column = string(p.cells[p.frequency])
	return nil
}

// split cuts a line into cells up to the given number of the last one.
func (p *panelParser) split(line []byte, last int) {
	p.cells = p.cells[:0]
	separator := byte('\t')
	if p.comma {
		separator = ','
	} else if bytes.IndexByte(line, '\t') < 0 {
		p.cells = append(p.cells, bytes.Fields(line)...)
		return
	}
	for len(p.cells) <= last {
		end := bytes.IndexByte(line, separator)
		if end < 0 {
			p.cells = append(p.cells, line)
			return
		}
		p.cells = append(p.cells, line[:end])
		line = line[end+1:]
	}
}

// row adds the variants of one line: several when ALT lists several.
func (p *panelParser) row(line []byte) {
	p.split(line, p.last)
	if len(p.cells) <= p.last {
		p.counts.unusable++
		return
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
		p.rows = append(p.rows, panelRow(p.dict, c, position, ref, alt, af, rsid, uint32(min(p.line, math.MaxUint32))))
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

// frequencies is the text of the frequencies of one line, separated by commas.
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
