package seed

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"

	"cohortium/internal/gwas/stat"
)

// Layout is the software whose output a study imitates.
type Layout string

// The layouts a study can be written in.
const (
	REGENIE Layout = "regenie"
	SAIGE   Layout = "saige"
	PLINK2  Layout = "plink2"
	GWASSSF Layout = "gwas-ssf"
)

// Study is one cohort's GWAS of the World.
type Study struct {
	Seed     uint64
	Layout   Layout
	Cases    int
	Controls int
	Coverage float64 // share of the World's variants the cohort has, 0–1
	Scale    float64 // of the true effects: 1 for the trait itself, less for a related one
	Drift    float64 // spread of allele frequencies around the World's, in units of √(f(1−f))
	Inflate  float64 // λ of the background: 1 for none
	// ComplementFrequency writes the other allele's frequency instead of the effect allele's: the
	// mistake that QC against a panel must find.
	ComplementFrequency bool
}

// estimate is one row before it is laid out.
type estimate struct {
	Variant
	eaf, beta, se, info, negLog10P float64
	n                              int
}

// WriteStudy writes the study's summary statistics and returns how many rows it wrote.
func WriteStudy(w io.Writer, world World, s Study) (int, error) {
	out := bufio.NewWriterSize(w, 1<<20)
	layout, ok := layouts[s.Layout]
	if !ok {
		return 0, fmt.Errorf("seed.WriteStudy: no layout %q", s.Layout)
	}
	fmt.Fprintln(out, layout.header)
	rng := rand.New(rand.NewPCG(world.Seed, s.Seed))
	rows, line := 0, make([]byte, 0, 256)
	err := world.Each(func(v Variant) error {
		e := s.estimate(v, rng)
		if rng.Float64() >= s.Coverage {
			return nil
		}
		rows++
		line = append(layout.row(line[:0], &e), '\n')
		_, err := out.Write(line)
		return err
	})
	if err != nil {
		return rows, err
	}
	return rows, out.Flush()
}

// estimate draws the cohort's estimate of a variant. The standard error is that
// of a logistic regression near the null: 1/√(2f(1−f)·N·μ(1−μ)·INFO).
func (s Study) estimate(v Variant, rng *rand.Rand) estimate {
	sd := math.Sqrt(v.AF * (1 - v.AF))
	f := min(max(v.AF+s.Drift*sd*rng.NormFloat64(), 0.001), 0.999)
	n := s.Cases + s.Controls
	mu := float64(s.Cases) / float64(n)
	info := min(1, 0.72+0.28*math.Sqrt(4*f*(1-f))+0.05*rng.NormFloat64())
	info = max(info, 0.2)
	se := 1 / math.Sqrt(2*f*(1-f)*float64(n)*mu*(1-mu)*info)
	noise := rng.NormFloat64()
	if v.Locus != background { // z-scores have the LD of their variants
		noise = s.linkedNoise(&v, noise)
	}
	noise *= math.Sqrt(max(s.Inflate, 1))
	e := estimate{Variant: v, eaf: f, se: se, info: info, n: n, beta: s.Scale*v.Beta + se*noise}
	e.negLog10P = stat.NegLog10PFromZ(e.beta / e.se)
	if s.ComplementFrequency {
		e.eaf = 1 - f
	}
	return e
}

// linkedNoise returns the noise of a z-score with the correlations of the haplotypes of its locus, of
// a normal one of its own.
func (s Study) linkedNoise(v *Variant, own float64) float64 {
	shared := rand.New(rand.NewPCG(s.Seed, uint64(v.Locus)+1<<32)) // the same for all variants of the locus
	sd := math.Sqrt(v.AF * (1 - v.AF))
	noise := v.R * shared.NormFloat64()
	left := 1 - v.R*v.R
	for k := range founders {
		x := (1 - v.Linkage) * (float64(v.carriers>>k&1) - v.own) / (sd * math.Sqrt(founders))
		noise += x * shared.NormFloat64()
		left -= x * x
	}
	return noise + math.Sqrt(max(left, 0))*own
}

type layout struct {
	header string
	row    func(dst []byte, e *estimate) []byte
}

var layouts = map[Layout]layout{
	REGENIE: {"CHROM GENPOS ID ALLELE0 ALLELE1 A1FREQ INFO N TEST BETA SE CHISQ LOG10P EXTRA", regenieRow},
	SAIGE:   {"CHR\tPOS\tMarkerID\tAllele1\tAllele2\tAC_Allele2\tAF_Allele2\timputationInfo\tBETA\tSE\tTstat\tvar\tp.value\tN", saigeRow},
	PLINK2:  {"#CHROM\tPOS\tID\tREF\tALT\tA1\tA1_FREQ\tMACH_R2\tTEST\tOBS_CT\tOR\tLOG(OR)_SE\tZ_STAT\tP\tERRCODE", plink2Row},
	GWASSSF: {"chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tinfo\tn", ssfRow},
}

func regenieRow(b []byte, e *estimate) []byte {
	b = e.place(b, ' ')
	b = append(b, ' ', 'r', 's')
	b = strconv.AppendUint(b, e.RSID, 10)
	b = append(append(append(b, ' '), e.Ref...), ' ')
	b = append(append(b, e.Alt...), ' ')
	b = append(number(b, e.eaf), ' ')
	b = append(number(b, e.info), ' ')
	b = strconv.AppendInt(b, int64(e.n), 10)
	b = append(b, " ADD "...)
	b = append(number(b, e.beta), ' ')
	b = append(number(b, e.se), ' ')
	z := e.beta / e.se
	b = append(number(b, z*z), ' ')
	return append(number(b, e.negLog10P), " NA"...)
}

func saigeRow(b []byte, e *estimate) []byte {
	b = e.place(b, '\t')
	b = append(b, '\t')
	b = append(e.place(b, ':'), ':')
	b = append(append(append(b, e.Ref...), ':'), e.Alt...)
	b = append(append(append(b, '\t'), e.Ref...), '\t')
	b = append(append(b, e.Alt...), '\t')
	b = append(number(b, math.Round(2*float64(e.n)*e.eaf)), '\t')
	b = append(number(b, e.eaf), '\t')
	b = append(number(b, e.info), '\t')
	b = append(number(b, e.beta), '\t')
	b = append(number(b, e.se), '\t')
	b = append(number(b, e.beta/(e.se*e.se)), '\t')
	b = append(number(b, 1/(e.se*e.se)), '\t')
	b = append(pValue(b, e.negLog10P), '\t')
	return strconv.AppendInt(b, int64(e.n), 10)
}

func plink2Row(b []byte, e *estimate) []byte {
	b = e.place(b, '\t')
	b = append(b, "\trs"...)
	b = strconv.AppendUint(b, e.RSID, 10)
	b = append(append(append(b, '\t'), e.Ref...), '\t')
	b = append(append(b, e.Alt...), '\t')
	b = append(append(b, e.Alt...), '\t')
	b = append(number(b, e.eaf), '\t')
	b = append(number(b, e.info), "\tADD\t"...)
	b = append(strconv.AppendInt(b, int64(e.n), 10), '\t')
	b = append(number(b, math.Exp(e.beta)), '\t')
	b = append(number(b, e.se), '\t')
	b = append(number(b, e.beta/e.se), '\t')
	return append(pValue(b, e.negLog10P), "\t."...)
}

func ssfRow(b []byte, e *estimate) []byte {
	b = append(e.place(b, '\t'), '\t')
	b = append(append(b, e.Alt...), '\t')
	b = append(append(b, e.Ref...), '\t')
	b = append(number(b, e.beta), '\t')
	b = append(number(b, e.se), '\t')
	b = append(number(b, e.eaf), '\t')
	b = append(pValue(b, e.negLog10P), "\trs"...)
	b = append(strconv.AppendUint(b, e.RSID, 10), '\t')
	b = append(number(b, e.info), '\t')
	return strconv.AppendInt(b, int64(e.n), 10)
}

func (e *estimate) place(b []byte, delimiter byte) []byte {
	b = strconv.AppendUint(b, uint64(e.Chromosome), 10)
	b = append(b, delimiter)
	return strconv.AppendInt(b, int64(e.Position), 10)
}

// number writes six significant digits, as association software does.
func number(b []byte, x float64) []byte { return strconv.AppendFloat(b, x, 'g', 6, 64) }

// pValue writes P with six significant digits also where a double would underflow.
func pValue(b []byte, negLog10P float64) []byte {
	exponent := math.Floor(-negLog10P)
	mantissa := math.Pow(10, -negLog10P-exponent)
	if exponent >= -4 {
		return number(b, math.Pow(10, -negLog10P))
	}
	b = strconv.AppendFloat(b, min(mantissa, 9.99999), 'f', 5, 64)
	b = append(b, 'e')
	return strconv.AppendInt(b, int64(exponent), 10)
}
