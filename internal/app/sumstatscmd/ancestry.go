package sumstatscmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/ancestry"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// AncestryCmd is `sumstats ancestry`.
type AncestryCmd struct {
	File        string   `arg:"" type:"existingfile" help:"Summary statistics with positions and effect allele frequencies, in any format."`
	Panel       string   `required:"" placeholder:"FILE" type:"existingfile" help:"Allele frequencies on the same genome build, a column or key of INFO per population."`
	PanelAFOf   string   `name:"panel-af-of" default:"alt" enum:"alt,ref" help:"Allele of the panel's frequencies: alt or ref."`
	Populations []string `default:"AFR,AMR,EAS,EUR,SAS" help:"Columns of the panel with the frequencies of the reference populations."`
	Declared    string   `placeholder:"NAME" help:"Declared ancestry of the participants, one of the populations. A different result is a finding."`
	JSON        bool     `name:"json" help:"Print JSON."`
	StudyFlags
}

// Help is shown above the flags.
func (c *AncestryCmd) Help() string {
	return `Ancestry of the participants by their allele frequencies: shares of the reference populations by least squares, and F_ST to each. It uses
single-base variants that are not A/T or C/G; at least 2,000 must be in the panel.

Status: 0 done, or as declared; 1 the ancestry is not the declared one; 2 usage, a question about the columns, or an unreadable file.`
}

type ancestryOutput struct {
	Study       string             `json:"study"`
	Panel       string             `json:"panel"`
	Variants    int                `json:"variants"`
	Populations []populationOutput `json:"populations"` // largest share first
	Residual    stat.Number        `json:"residual"`
	Result      string             `json:"result"` // "" if no population has a share of 80 %
	Declared    string             `json:"declared,omitempty"`
	Sentence    string             `json:"sentence"`
	Versions    rgOutputMaker      `json:"versions"`
}

type populationOutput struct {
	Name  string      `json:"name"`
	Share stat.Number `json:"share"`
	FST   stat.Number `json:"f_st"`
}

// placeInGenome is a single-base variant, alike for every orientation and strand.
type placeInGenome struct {
	chromosome genome.Chromosome
	variantKey
}

// Run prints the estimate.
func (c *AncestryCmd) Run(env *console.Env) error {
	if len(c.Populations) < 2 || len(c.Populations) > ancestry.Most {
		return console.Unusable(fmt.Errorf("--populations names 2 to %d columns of the panel", ancestry.Most))
	}
	if c.Declared != "" && !slices.Contains(c.Populations, c.Declared) {
		return console.Unusable(fmt.Errorf("--declared %s: use one of %s", c.Declared, strings.Join(c.Populations, ", ")))
	}
	files, err := c.positioned(env, []string{c.File})
	if err != nil {
		return console.Unusable(err)
	}
	panel, err := c.panel(env)
	if err != nil {
		return console.Unusable(qcSentence(err))
	}
	tally := ancestry.NewTally(len(c.Populations))
	err = files[0].each(variant.NewDict(), func(r *sumstats.Row) {
		first, known := variant.Oriented(r.EA, r.OA)
		if !known {
			return
		}
		if p, found := panel[placeInGenome{r.Chromosome, keyOf(r)}]; found {
			tally.Add(ofFirst(first, r.EAF), p)
		}
	})
	if err != nil {
		return console.Unusable(err)
	}
	e, ok := tally.Estimate()
	if !ok {
		return console.Unusable(fmt.Errorf("%s: fewer than %d variants with a frequency are in the panel. Check the genome build and the frequency column",
			c.File, ancestry.Fewest))
	}
	out := c.output(files[0].name, e)
	if c.JSON {
		err = printJSON(env.Stdout, out)
	} else {
		err = out.print(env.Stdout)
	}
	if err == nil && c.Declared != "" && out.Result != c.Declared {
		err = &console.ExitError{Status: console.ExitFindings, Err: errors.New("the ancestry is not the declared one")}
	}
	return err
}

// ofFirst returns the frequency of the first allele of a class.
func ofFirst(first bool, frequency float64) float64 {
	if first {
		return frequency
	}
	return 1 - frequency
}

// panel reads the frequencies of the first alleles of each variant in each population.
func (c *AncestryCmd) panel(env *console.Env) (map[placeInGenome][]float64, error) {
	out := map[placeInGenome][]float64{}
	dict := variant.NewDict()
	for i, population := range c.Populations {
		p := &qc.Panel{Name: filepath.Base(c.Panel), Column: population, FrequencyOfRef: c.PanelAFOf == "ref", Needed: true,
			Open: func() (io.ReadCloser, error) { return os.Open(c.Panel) }}
		err := qc.EachSite(env.Ctx, p, os.TempDir(), func(s qc.Site) error {
			alt, okAlt := dict.Parse([]byte(s.Alt))
			ref, okRef := dict.Parse([]byte(s.Ref))
			first, known := variant.Oriented(alt, ref)
			if !okAlt || !okRef || !known {
				return nil
			}
			key := placeInGenome{s.Chromosome, keyOf(&sumstats.Row{Position: s.Position, EA: alt, OA: ref})}
			if out[key] == nil {
				out[key] = slices.Repeat([]float64{math.NaN()}, len(c.Populations))
			}
			out[key][i] = ofFirst(first, s.Frequency)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (c *AncestryCmd) output(study string, e *ancestry.Estimate) *ancestryOutput {
	out := &ancestryOutput{Study: study, Panel: filepath.Base(c.Panel), Variants: e.Variants, Residual: stat.Number(e.Residual),
		Declared: c.Declared, Versions: versions()}
	for i, name := range c.Populations {
		out.Populations = append(out.Populations, populationOutput{name, stat.Number(e.Shares[i]), stat.Number(e.FST[i])})
	}
	slices.SortStableFunc(out.Populations, func(a, b populationOutput) int { return cmp.Compare(b.Share, a.Share) })
	nearest := out.Populations[0]
	out.Sentence = fmt.Sprintf("No population has a share of %.0f %%: the participants are of mixed ancestry, or of one that the panel lacks.",
		100*ancestry.OneAncestry)
	if nearest.Share >= ancestry.OneAncestry {
		out.Result = nearest.Name
		out.Sentence = fmt.Sprintf("The allele frequencies are those of %s (%.0f %%).", nearest.Name, 100*float64(nearest.Share))
	}
	if c.Declared != "" && out.Result != c.Declared {
		out.Sentence += fmt.Sprintf(" The declared ancestry is %s: check it, and that the frequencies are those of the effect allele.", c.Declared)
	}
	return out
}

// print writes the shares and the sentence.
func (o *ancestryOutput) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "population\tshare\tF_ST")
	for _, p := range o.Populations {
		fmt.Fprintf(t, "%s\t%.3f\t%.4f\n", p.Name, float64(p.Share), float64(p.FST))
	}
	fmt.Fprintf(t, "\n%d variants, root mean square difference of frequencies %.3f\n%s\n", o.Variants, float64(o.Residual), o.Sentence)
	return t.Flush() // it returns the first error of the writes
}
