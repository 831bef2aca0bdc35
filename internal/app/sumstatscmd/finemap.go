package sumstatscmd

import (
	"errors"
	"fmt"
	"path/filepath"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/finemap"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/susie"
	"cohortium/internal/gwas/suspicion"
	"cohortium/internal/gwas/variant"
)

// FinemapCmd is `sumstats finemap`.
type FinemapCmd struct {
	File     string   `arg:"" type:"existingfile" help:"Summary statistics with positions, in any format."`
	Study    []string `sep:"none" type:"existingfile" placeholder:"FILE" help:"Summary statistics of a study in the result, to find variants it lacks; may be repeated."`
	Signals  int      `default:"10" help:"Most signals of a locus."`
	Coverage float64  `default:"0.95" help:"Probability that a credible set contains the causal variant."`
	JSON     bool     `name:"json" help:"Print JSON."`
	Output   string   `short:"o" placeholder:"FILE" type:"path" help:"Also write a table of all variants with PIP, credible set and log Bayes factors."`
	LociFlags
}

// Help is shown above the flags.
func (c *FinemapCmd) Help() string {
	return `For each locus: whether its association can be believed (SLALOM, Kanai et al. 2022), its signals and their credible sets (SuSiE,
Wang et al. 2020, Zou et al. 2022). Both need LD from --ld. One signal is assumed without LD, for participants of several ancestries or
of another ancestry than the panel, and if z-scores and LD do not match (λ above 0.05); the reason is printed. FILE in a flag is the
path as given, or the name of the file.

Status: 0 all loci can be believed; 1 a locus is doubted or was not judged; 2 usage, a question about the columns, or an unreadable file.`
}

// Run prints each locus.
func (c *FinemapCmd) Run(env *console.Env) error {
	if c.Signals < 1 || !(c.Coverage > 0 && c.Coverage < 1) {
		return console.Unusable(errors.New("--signals is at least 1, and --coverage between 0 and 1"))
	}
	if c.Output != "" {
		if err := RefuseInPlace(c.Output, append([]string{c.File, c.LD}, c.Study...)...); err != nil {
			return console.Unusable(err)
		}
	}
	files, err := c.positioned(env, append([]string{c.File}, c.Study...))
	if err != nil {
		return console.Unusable(err)
	}
	dict := variant.NewDict()
	regions, err := c.regions(files[0], dict)
	if err != nil {
		return console.Unusable(err)
	}
	loci, err := c.mapLoci(env, files[0], regions, dict, susie.Options{Signals: c.Signals, Coverage: c.Coverage, EstimateResidual: c.OwnLD}, files[1:])
	if err != nil {
		return console.Unusable(err)
	}
	out := &finemapOutput{Loci: []locusreport.Locus{}, Versions: versions()}
	if c.LD != "" {
		out.LD = filepath.Base(c.LD)
	}
	for _, m := range loci {
		out.Loci = append(out.Loci, m.Locus)
	}
	if c.Output != "" {
		if err := writeMapped(c.Output, loci); err != nil {
			return console.Unusable(err)
		}
	}
	if c.JSON {
		err = printJSON(env.Stdout, out)
	} else {
		err = out.print(env.Stdout)
	}
	for _, m := range loci {
		if err == nil && m.Locus.Verdict != suspicion.Believe {
			err = &console.ExitError{Status: console.ExitFindings, Err: errors.New("a locus is doubted or was not judged; the reasons are above")}
		}
	}
	return err
}

// mapLoci fine-maps the regions of a file.
func (c *LociFlags) mapLoci(
	env *console.Env, f *metaFile, regions []genome.Region, dict *variant.Dict, opt susie.Options, studies []*metaFile,
) (_ []*locusreport.Mapped, err error) {
	rows, err := f.rowsOf(regions, dict)
	if err != nil {
		return nil, err
	}
	absent, err := absentRows(rows, regions, dict, studies)
	if err != nil {
		return nil, err
	}
	p, err := c.openPanel(env.Ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	var names []string
	for _, s := range studies {
		names = append(names, s.name)
	}
	var loci []*locusreport.Mapped
	for i, region := range regions {
		sites, err := p.sites(env.Ctx, region)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.LD, err)
		}
		in := &finemap.Input{Rows: rows[i], Dict: dict, Scale: f.scale, Absent: absent[i], Sites: sites,
			OwnLD: c.OwnLD, Ancestries: c.Ancestry, LDAncestry: c.LDOf, Options: opt}
		loci = append(loci, locusreport.Of(region, in, finemap.Run(in), names))
	}
	return loci, nil
}

// absentRows returns for each row of each region which studies lack it; nil without studies.
func absentRows(rows [][]sumstats.Row, regions []genome.Region, dict *variant.Dict, studies []*metaFile) ([][][]int, error) {
	absent := make([][][]int, len(rows))
	for s, f := range studies {
		has, err := f.rowsOf(regions, dict)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			in := map[variantKey]bool{}
			for k := range has[i] {
				in[keyOf(&has[i][k])] = true
			}
			if absent[i] == nil {
				absent[i] = make([][]int, len(rows[i]))
			}
			for k := range rows[i] {
				if !in[keyOf(&rows[i][k])] {
					absent[i][k] = append(absent[i][k], s)
				}
			}
		}
	}
	return absent, nil
}

// variantKey is a variant of a locus, alike for every orientation and strand.
type variantKey struct {
	position int32
	lo, hi   variant.Allele
}

func keyOf(r *sumstats.Row) variantKey {
	lo, hi := variant.Class(r.EA, r.OA)
	return variantKey{r.Position, lo, hi}
}
