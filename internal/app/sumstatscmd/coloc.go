package sumstatscmd

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/coloc"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/susie"
	"cohortium/internal/gwas/variant"
)

// ColocCmd is `sumstats coloc`.
type ColocCmd struct {
	First  string  `arg:"" type:"existingfile" help:"Summary statistics of one trait, with positions. Its loci are compared."`
	Second string  `arg:"" type:"existingfile" help:"Summary statistics of the other trait on the same genome build."`
	P1     float64 `name:"p1" default:"1e-4" help:"Prior probability of a variant to be causal for the first trait only."`
	P2     float64 `name:"p2" default:"1e-4" help:"The same for the second trait."`
	P12    float64 `name:"p12" default:"1e-5" help:"Prior probability of a variant to be causal for both traits."`
	JSON   bool    `name:"json" help:"Print JSON."`
	LociFlags
}

// Help is shown above the flags.
func (c *ColocCmd) Help() string {
	return `For each locus of the first trait: the probability that both traits share a causal variant (H4), that each has another one (H3), that only
the first (H1) or the second (H2) or none (H0) has one (coloc, Giambartolomei et al. 2014), and how H4 depends on p12. With --ld, signals
of both traits are compared one by one (Wallace 2021). Variants match by position and alleles. A locus is not compared if a trait has no
variant with P < 1e-5 there, or if fewer than 50 variants, or half of those of the smaller file, are in both. FILE in a flag is the path
as given, or the name of the file.

Status: 0 done; 1 a locus was not compared; 2 usage, a question about the columns, or an unreadable file.`
}

type colocOutput struct {
	First    string                    `json:"first"`
	Second   string                    `json:"second"`
	P1       float64                   `json:"p1"`
	P2       float64                   `json:"p2"`
	P12      float64                   `json:"p12"`
	Loci     []*locusreport.Comparison `json:"loci"`
	Versions rgOutputMaker             `json:"versions"`
}

// Run compares each locus.
func (c *ColocCmd) Run(env *console.Env) error {
	prior := coloc.Prior{P1: c.P1, P2: c.P2, P12: c.P12}
	if err := prior.Check(); err != nil {
		return console.Unusable(err)
	}
	files, err := c.positioned(env, []string{c.First, c.Second})
	if err != nil {
		return console.Unusable(err)
	}
	dict := variant.NewDict()
	regions, err := c.regions(files[0], dict)
	if err != nil {
		return console.Unusable(err)
	}
	var mappedBy [2][]*locusreport.Mapped
	for i, f := range files {
		if mappedBy[i], err = c.mapLoci(env, f, regions, dict, susie.Options{EstimateResidual: c.OwnLD}, nil); err != nil {
			return console.Unusable(err)
		}
	}
	out := &colocOutput{First: files[0].name, Second: files[1].name, P1: c.P1, P2: c.P2, P12: c.P12, Loci: []*locusreport.Comparison{}, Versions: versions()}
	refused := false
	for i := range regions {
		l := locusreport.Compare(mappedBy[0][i], mappedBy[1][i], prior)
		refused = refused || l.Refusal != ""
		out.Loci = append(out.Loci, l)
	}
	if c.JSON {
		err = printJSON(env.Stdout, out)
	} else {
		err = out.print(env.Stdout)
	}
	if err == nil && refused {
		err = &console.ExitError{Status: console.ExitFindings, Err: errors.New("a locus was not compared; the reasons are above")}
	}
	return err
}

// print writes the pairs of signals of each locus.
func (o *colocOutput) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s and %s; priors p1 %g, p2 %g, p12 %g\n", o.First, o.Second, o.P1, o.P2, o.P12)
	if len(o.Loci) == 0 {
		fmt.Fprintln(t, "The first trait has no variant with P below --threshold.")
	}
	for _, l := range o.Loci {
		fmt.Fprintf(t, "\n%s\n", l.Region)
		if l.Refusal != "" {
			fmt.Fprintf(t, "  Not compared. %s\n", l.Refusal)
		}
		for _, note := range l.Notes {
			fmt.Fprintf(t, "  %s\n", note)
		}
		for _, p := range l.Pairs {
			fmt.Fprintf(t, "  signals led by %s and %s, %d variants in both\n", p.Leads[0], p.Leads[1], p.Variants)
			fmt.Fprintf(t, "    %s\n", p.Sentence)
			fmt.Fprintf(t, "    p12\tH0\tH1\tH2\tH3\tH4\n    %.1e\t%s\n", o.P12, posteriorCells(p.Posterior))
			for _, s := range p.Sensitivity {
				fmt.Fprintf(t, "    %.1e\t%s\n", s.P12, posteriorCells(s.Posterior))
			}
			fmt.Fprintf(t, "    If shared, %s is the causal variant with probability %.3f.\n", p.Best, float64(p.BestShare))
		}
	}
	return t.Flush() // it returns the first error of the writes
}

func posteriorCells(p coloc.Posterior) string {
	return fmt.Sprintf("%.3f\t%.3f\t%.3f\t%.3f\t%.3f", p[coloc.Neither], p[coloc.First], p[coloc.Second], p[coloc.Distinct], p[coloc.Shared])
}
