package qc

import (
	"strconv"
	"strings"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

const maxLeads = 500 // listed in the report

// Lead is the strongest variant within locus.Window to either side.
type Lead struct {
	VariantID    string `json:"variant_id"` // chromosome_position_other_effect, with the code of the chromosome
	RSID         string `json:"rsid,omitempty"`
	Chromosome   int    `json:"chromosome"`
	Position     int32  `json:"base_pair_location"` // 1-based
	EffectAllele string `json:"effect_allele"`
	OtherAllele  string `json:"other_allele"`
	Beta         Number `json:"beta"`
	SE           Number `json:"standard_error"`
	EAF          Number `json:"effect_allele_frequency"`
	P            string `json:"p_value"` // text, below 1e-308 too
	NegLog10P    Number `json:"neg_log_10_p_value"`
	N            Number `json:"n"`
	// Support counts the other variants of the locus with P below 1e-5; a lead
	// without any is suspect.
	Support int64 `json:"support"`
	*gene.Near
}

// leadFinder picks lead variants from rows in genome order.
type leadFinder struct {
	genes      *gene.List
	dict       *variant.Dict
	finder     *locus.Finder[sumstats.Row]
	leads      int64
	alone      int64 // leads without support
	genomeWide int64
}

func newLeadFinder(genes *gene.List, d *variant.Dict) leadFinder {
	return leadFinder{genes: genes, dict: d, finder: locus.NewFinder[sumstats.Row](plot.GenomeWide)}
}

func (f *leadFinder) add(r *sumstats.Row) {
	if !(r.NegLog10P >= plot.Suggestive) {
		return
	}
	if r.NegLog10P > plot.GenomeWide {
		f.genomeWide++
	}
	f.finder.Add(r.Chromosome, r.Position, r.NegLog10P, *r)
}

func newLead(r *sumstats.Row, d *variant.Dict) Lead {
	l := Lead{
		Chromosome: int(r.Chromosome), Position: r.Position,
		EffectAllele: string(d.Append(nil, r.EA)), OtherAllele: string(d.Append(nil, r.OA)),
		Beta: Number(r.Beta), SE: Number(r.SE), EAF: Number(r.EAF), N: Number(r.N),
		P: string(ssf.AppendP(nil, r.NegLog10P)), NegLog10P: Number(r.NegLog10P),
	}
	l.VariantID = strings.Join([]string{strconv.Itoa(l.Chromosome), strconv.Itoa(int(l.Position)), l.OtherAllele, l.EffectAllele}, "_")
	if r.RSID > 0 {
		l.RSID = "rs" + strconv.FormatUint(r.RSID, 10)
	}
	return l
}

// result counts the leads and returns those to list, strongest first.
func (f *leadFinder) result() []Lead {
	leads := f.finder.Leads()
	f.leads, f.alone = int64(len(leads)), 0
	list := []Lead{}
	for i := range leads {
		if leads[i].Support == 0 {
			f.alone++
		}
		if i < maxLeads {
			lead := newLead(&leads[i].Variant, f.dict)
			lead.Support = leads[i].Support
			lead.Near = f.genes.At(leads[i].Variant.Chromosome, lead.Position)
			list = append(list, lead)
		}
	}
	return list
}
