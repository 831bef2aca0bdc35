package sumstatscmd

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"cohortium/internal/gwas/finemap"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/suspicion"
	"cohortium/internal/gwas/variant"
)

// finemapOutput is the output of `sumstats finemap --json`.
type finemapOutput struct {
	LD       string        `json:"ld"` // file of the panel, "" without
	Loci     []locusOutput `json:"loci"`
	Versions rgOutputMaker `json:"versions"`
}

type locusOutput struct {
	Region      string             `json:"region"`
	Lead        string             `json:"lead"`
	NegLog10P   stat.Number        `json:"neg_log_10_p_value"`
	Variants    int                `json:"variants"`
	InPanel     int                `json:"variants_with_ld"`
	Palindromic int                `json:"palindromic_left_out"`
	Verdict     suspicion.Verdict  `json:"verdict"`
	Reasons     []suspicion.Reason `json:"reasons"`
	Sentences   []string           `json:"sentences"`
	Linked      []linkedOutput     `json:"linked"`
	Method      finemap.Method     `json:"method"`
	Why         string             `json:"why_one_signal,omitempty"`
	Mismatch    stat.Number        `json:"lambda"`
	Residual    stat.Number        `json:"residual_variance"`
	Impure      int                `json:"sets_left_out_as_impure"`
	Sets        []setOutput        `json:"credible_sets"`
}

type linkedOutput struct {
	Variant   string      `json:"variant"`
	R2        stat.Number `json:"r2"`
	NegLog10P stat.Number `json:"dentist_s_neg_log_10_p"`
	Outlier   bool        `json:"outlier"`
	Exchanged bool        `json:"opposite_sign_fits"`
	PoorInfo  bool        `json:"low_imputation_quality"`
	ShareN    stat.Number `json:"share_of_n"`
}

type setOutput struct {
	Coverage stat.Number     `json:"coverage"`
	Purity   stat.Number     `json:"purity"`
	LogBF    stat.Number     `json:"log_bayes_factor"`
	Variants []variantOutput `json:"variants"`
}

type variantOutput struct {
	Variant   string      `json:"variant"`
	Position  int32       `json:"position"`
	PIP       stat.Number `json:"pip"`
	LogBF     stat.Number `json:"log_bayes_factor"`
	NegLog10P stat.Number `json:"neg_log_10_p_value"`
}

func (m *mapped) output(dict *variant.Dict, studies []string) locusOutput {
	name := func(i int) string { return variantName(&m.in.Rows[i], dict) }
	out := locusOutput{Region: m.region.String(), NegLog10P: stat.Number(math.NaN()), Variants: len(m.in.Rows), InPanel: m.Matched, Palindromic: m.Palindromic,
		Verdict: m.Judgement.Verdict, Reasons: append([]suspicion.Reason{}, m.Judgement.Reasons...),
		Sentences: append([]string{}, m.Judgement.Sentences(name, studies)...), Linked: []linkedOutput{},
		Method: m.Method, Why: m.Why, Mismatch: stat.Number(m.Mismatch), Residual: stat.Number(m.Residual), Impure: m.Impure, Sets: []setOutput{}}
	if m.Lead >= 0 {
		out.Lead, out.NegLog10P = name(m.Lead), stat.Number(m.in.Rows[m.Lead].NegLog10P)
	}
	for _, l := range m.Judgement.Linked {
		out.Linked = append(
			out.Linked,
			linkedOutput{name(l.Index), stat.Number(l.R2), stat.Number(l.NegLog10P), l.Outlier, l.Exchanged, l.PoorInfo, stat.Number(l.ShareN)},
		)
	}
	for _, s := range m.Sets {
		set := setOutput{Coverage: stat.Number(s.Coverage), Purity: stat.Number(s.Purity), LogBF: stat.Number(s.LogBFAll)}
		for _, i := range s.Rows {
			r := &m.in.Rows[i]
			set.Variants = append(set.Variants, variantOutput{name(i), r.Position, stat.Number(m.PIP[i]), stat.Number(s.LogBF[i]), stat.Number(r.NegLog10P)})
		}
		out.Sets = append(out.Sets, set)
	}
	return out
}

// verdictWords are the verdicts in the text output.
var verdictWords = map[suspicion.Verdict]string{suspicion.Believe: "believe", suspicion.Doubt: "do not believe", suspicion.Unjudged: "not judged"}

// printed is how many variants of a set the text output lists.
const printed = 10

// print writes each locus with its verdict and its sets.
func (o *finemapOutput) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(o.Loci) == 0 {
		fmt.Fprintln(t, "No variant has a P value below --threshold.")
	}
	for i := range o.Loci {
		l := &o.Loci[i]
		fmt.Fprintf(t, "%s: lead %s, P = %s. Verdict: %s.\n", l.Region, l.Lead, stat.FormatP(float64(l.NegLog10P)), verdictWords[l.Verdict])
		for _, s := range append(slices.Clone(l.Sentences), l.Why) {
			if s != "" {
				fmt.Fprintf(t, "  %s\n", s)
			}
		}
		fmt.Fprintf(t, "  %d variants, %d with LD, λ %s, sets left out as impure: %d\n", l.Variants, l.InPanel, qcNumber(l.Mismatch), l.Impure)
		for k := range l.Sets {
			s := &l.Sets[k]
			fmt.Fprintf(t, "  set %d: %d variants, coverage %.3f, purity %s, ln BF %.1f\n",
				k+1, len(s.Variants), float64(s.Coverage), qcNumber(s.Purity), float64(s.LogBF))
			for _, v := range s.Variants[:min(printed, len(s.Variants))] {
				fmt.Fprintf(t, "    %s\t%d\tPIP %.4f\tP %s\n", v.Variant, v.Position, float64(v.PIP), stat.FormatP(float64(v.NegLog10P)))
			}
			if more := len(s.Variants) - printed; more > 0 {
				fmt.Fprintf(t, "    and %d more\n", more)
			}
		}
		fmt.Fprintln(t)
	}
	return t.Flush() // it returns the first error of the writes
}

func printJSON(w io.Writer, out any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

// writeMapped writes one row per variant of each locus.
func writeMapped(path string, loci []*mapped, dict *variant.Dict) error {
	return writeBeside(path, func(w io.Writer) error {
		b := bufio.NewWriter(w)
		fmt.Fprintln(b, "region\tchromosome\tbase_pair_location\teffect_allele\tother_allele\trsid\tr_lead\tpip\tcredible_set\tlog_bayes_factors")
		for _, m := range loci {
			for i := range m.in.Rows {
				r := &m.in.Rows[i]
				rsid, pip, set := "NA", math.NaN(), "NA"
				if r.RSID != 0 {
					rsid = fmt.Sprintf("rs%d", r.RSID)
				}
				if m.PIP != nil {
					pip = m.PIP[i]
				}
				var factors []string
				for k := range m.Sets {
					if slices.Contains(m.Sets[k].Rows, i) {
						set = strconv.Itoa(k + 1)
					}
					factors = append(factors, tableNumber(m.Sets[k].LogBF[i]))
				}
				if len(factors) == 0 {
					factors = []string{"NA"}
				}
				fmt.Fprintf(b, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", m.region, r.Chromosome.AppendCode(nil), r.Position,
					dict.Text(r.EA), dict.Text(r.OA), rsid,
					tableNumber(m.R[i]), tableNumber(pip), set, strings.Join(factors, ";"))
			}
		}
		return b.Flush()
	})
}

// tableNumber writes a number of a table, NA if it is unknown.
func tableNumber(x float64) string {
	if math.IsNaN(x) {
		return "NA"
	}
	return strconv.FormatFloat(x, 'g', 10, 64)
}
