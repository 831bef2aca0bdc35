package qc

import (
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// The ranges of minor allele frequency in which inflation is shown.
var mafStrata = []string{"MAF < 0.01", "MAF 0.01–0.05", "MAF 0.05–0.2", "MAF ≥ 0.2", "MAF unknown"}

func stratumOf(eaf float64) int {
	switch maf := sumstats.MinorFrequency(eaf); {
	case maf < 0.01:
		return 0
	case maf < 0.05:
		return 1
	case maf < 0.2:
		return 2
	case maf >= 0.2:
		return 3
	}
	return 4
}

// The classes of the frequency plot, in the order of class.
var harmonisedClasses = []string{"as is", "swapped", "strand flipped", "strand flipped and swapped"}

func classOf(flags sumstats.RowFlags) int {
	class := 0
	if flags&sumstats.Swapped != 0 {
		class |= 1
	}
	if flags&sumstats.StrandFlipped != 0 {
		class |= 2
	}
	return class
}

// matched is a row with the panel's frequency of its effect allele.
type matched struct {
	row sumstats.Row
	af  float64 // NaN without panel
}

// metrics gathers the report's numbers about the rows of the clean file, and the frequencies of
// those that the frequency check left out.
type metrics struct {
	manhattan *plot.Manhattan
	qq        *plot.QQ
	eaf       *plot.Scatter
	pz        *plot.Scatter
	spread    spread
	leads     leadFinder

	limit     float64 // of |EAF − panel|
	rows      int64
	weakest   float64 // smallest −log10 P
	nMax      float64
	nCasesMax float64
	nContMax  float64
	se        stat.Median
	c         stat.Median // of 1/√(2·EAF·(1−EAF))
	pCor      plot.Correlation
	pzRows    int64
	pzTenth   int64 // |log10 P − log10 P_Z| > 0.1
	pzCheck   int64 // beyond max(0.1, 1 %), any frequency
	pzRare    int64 // of these, with MAF < 1 %
	pzRounded int64 // of pzCheck, those that the rounding of effect and error explains
	rounding  rounding
	derived   int64 // rows whose P or SE comes from the other, so that nothing is compared
	outliers  int64
	compared  int64 // rows with both frequencies
	// certain are the frequencies of rows whose letters determine the strand. That of an A/T or C/G
	// variant is read off its frequency, which then agrees with the panel's whatever the column
	// holds.
	certain plot.Correlation
	byChrom [genome.MaxChromosome + 1]int64
	classes [4]int64
	carried [numCarried]int64
}

func newMetrics(o *Options, d *variant.Dict, withPanel bool) *metrics {
	m := &metrics{
		manhattan: plot.NewManhattan(plot.ManhattanOptions{Build: o.Build}),
		qq:        plot.NewQQ(plot.QQOptions{Strata: mafStrata}),
		pz: plot.NewScatter(plot.ScatterOptions{Kind: "pz", Max: 20, XLabel: "−log10 P from beta / SE",
			YLabel: "−log10 P as reported"}),
		spread: newSpread(o),
		leads:  newLeadFinder(o.Genes, d), limit: o.FrequencyDifference, weakest: math.Inf(1),
		nMax: math.NaN(), nCasesMax: math.NaN(), nContMax: math.NaN(),
	}
	if withPanel {
		m.eaf = plot.NewScatter(plot.ScatterOptions{Kind: "eaf", Max: 1, Classes: harmonisedClasses,
			Band: o.FrequencyDifference, XLabel: "frequency in the panel", YLabel: "effect allele frequency"})
	}
	return m
}

// add takes one row of the clean file.
func (m *metrics) add(r *sumstats.Row, af float64) {
	m.rows++
	m.weakest = min(m.weakest, r.NegLog10P)
	m.byChrom[r.Chromosome]++
	m.draw(r)
	m.leads.add(r)
	m.nMax = larger(m.nMax, r.N)
	m.nCasesMax = larger(m.nCasesMax, r.NCases)
	m.nContMax = larger(m.nContMax, r.NControls)
	if variance := 2 * r.EAF * (1 - r.EAF); variance > 0 {
		m.c.Add(1 / math.Sqrt(variance))
		m.se.Add(r.SE)
	}
	m.classes[classOf(r.Flags)]++
	m.countCarried(r)
	m.frequency(r, af, false)
}

// draw adds a row to the figures.
func (m *metrics) draw(r *sumstats.Row) {
	m.manhattan.Add(r)
	m.qq.Add(r.NegLog10P, stratumOf(r.EAF))
	m.addPZ(r)
	m.spread.add(r)
}

// larger ignores NaN on either side.
func larger(a, b float64) float64 {
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}

// addPZ compares the P of the file with that of beta / SE, unless one of them
// was made from the other.
func (m *metrics) addPZ(r *sumstats.Row) {
	if r.Flags&(sumstats.PFromZ|sumstats.PUnderflow|sumstats.SEDerived) != 0 {
		m.derived++
		return
	}
	pz := stat.NegLog10PFromZ(r.Beta / r.SE)
	off := math.Abs(r.NegLog10P - pz)
	if math.IsNaN(off) {
		return
	}
	m.pzRows++
	m.rounding.add(r)
	m.pCor.Add(math.Exp(-pz*math.Ln10), math.Exp(-r.NegLog10P*math.Ln10)) // a sixth of the time of math.Pow, to the last digits
	if off > 0.1 {
		m.pzTenth++
	}
	disagree := off > max(0.1, 0.01*max(r.NegLog10P, pz))
	if disagree {
		m.pzCheck++
		if stratumOf(r.EAF) == 0 {
			m.pzRare++
		}
		if m.rounding.explains(r) {
			m.pzRounded++
		}
	}
	m.pz.Add(r, pz, r.NegLog10P, 0, disagree)
}

// frequency compares the frequency with the panel's; rows that are left out
// because of it come here too.
func (m *metrics) frequency(r *sumstats.Row, af float64, outlier bool) {
	if m.eaf == nil || math.IsNaN(af) || math.IsNaN(r.EAF) {
		return
	}
	x, y := af, r.EAF
	if r.Flags&sumstats.EAFIsMAF != 0 {
		x, y = min(af, 1-af), min(r.EAF, 1-r.EAF)
	}
	m.compared++
	outlier = outlier || difference(r.Flags, r.EAF, af) >= m.limit
	if outlier {
		m.outliers++
	}
	m.eaf.Add(r, x, y, classOf(r.Flags), outlier)
	if !variant.Palindromic(r.EA, r.OA) {
		m.certain.Add(x, y)
	}
}

// The optional values of a row that the clean file carries.
const (
	carriesEAF = iota
	carriesN
	carriesCases
	carriesControls
	carriesNEff
	carriesInfo
	carriesRSID
	numCarried
)

// carriedBy maps a field to the optional value that holds it.
var carriedBy = map[sumstats.Field]int{
	sumstats.FieldEAF: carriesEAF, sumstats.FieldAlleleFrequency: carriesEAF, sumstats.FieldOAF: carriesEAF, sumstats.FieldMAF: carriesEAF,
	sumstats.FieldN: carriesN, sumstats.FieldNCases: carriesCases, sumstats.FieldNControls: carriesControls,
	sumstats.FieldNEff: carriesNEff, sumstats.FieldNEffHalf: carriesNEff, sumstats.FieldInfo: carriesInfo,
	sumstats.FieldRSID: carriesRSID,
}

// requiredFields are those that every row needs; every row of the clean file has a value of each.
var requiredFields = map[sumstats.Field]bool{
	sumstats.FieldChromosome: true, sumstats.FieldPosition: true, sumstats.FieldChrPos: true,
	sumstats.FieldChrPosRefAlt: true, sumstats.FieldEffectAllele: true, sumstats.FieldOtherAllele: true,
	sumstats.FieldBeta: true, sumstats.FieldOddsRatio: true, sumstats.FieldHazardRatio: true,
	sumstats.FieldSE: true, sumstats.FieldSEOfRatio: true, sumstats.FieldCILower: true, sumstats.FieldCIUpper: true,
	sumstats.FieldP: true, sumstats.FieldNegLog10P: true, sumstats.FieldLnP: true, sumstats.FieldLog10P: true,
}

func (m *metrics) countCarried(r *sumstats.Row) {
	for i, x := range [...]float64{carriesEAF: r.EAF, carriesN: r.N, carriesCases: r.NCases,
		carriesControls: r.NControls, carriesNEff: float64(r.NEff), carriesInfo: r.Info} {
		if !math.IsNaN(x) {
			m.carried[i]++
		}
	}
	if r.RSID > 0 {
		m.carried[carriesRSID]++
	}
}

// inClean returns how many rows of the clean file hold a value of a field; NaN for columns that the
// clean file does not carry.
func (m *metrics) inClean(field sumstats.Field) Number {
	if requiredFields[field] {
		return Number(m.rows)
	}
	if i, ok := carriedBy[field]; ok {
		return Number(m.carried[i])
	}
	return Number(math.NaN())
}

// numberOrNaN turns the 0 of an unknown total into NaN.
func numberOrNaN(x float64) float64 {
	if x > 0 {
		return x
	}
	return math.NaN()
}
