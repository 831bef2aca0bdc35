package sumstatscmd

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genetest"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// GenesCmd is `sumstats genes`.
type GenesCmd struct {
	File   string `arg:"" type:"existingfile" help:"Summary statistics with positions, in any format."`
	Window int32  `default:"10" placeholder:"KB" help:"Distance from the gene body within which variants belong to the gene, in kb."`
	Output string `short:"o" placeholder:"FILE" type:"path" help:"Write the table to a file. Default: standard output."`
	StudyFlags
}

// Help is shown above the flags.
func (c *GenesCmd) Help() string {
	return `For each gene: P of all its variants combined by ACAT (Liu et al. 2019), which is valid however variants are correlated and needs no LD.
The genes are those of the program for the genome build of the file.`
}

// Run writes a table of the genes, strongest first.
func (c *GenesCmd) Run(env *console.Env) error {
	if c.Window < 0 || c.Window > 1000 {
		return console.Unusable(errors.New("--window is 0 to 1,000 kb"))
	}
	if c.Output != "" {
		if err := RefuseInPlace(c.Output, c.File); err != nil {
			return console.Unusable(err)
		}
	}
	files, err := c.positioned(env, []string{c.File})
	if err != nil {
		return console.Unusable(err)
	}
	f := files[0]
	list, ok := gene.Inside(f.build)
	if !ok {
		return console.Unusable(fmt.Errorf("%s: the genome build is not known or has no list of genes. State it with --build GRCh37 or GRCh38", f.path))
	}
	tester := genetest.New(list, c.Window*1000)
	if err := f.each(variant.NewDict(), func(r *sumstats.Row) { tester.Add(r.Chromosome, r.Position, r.NegLog10P) }); err != nil {
		return console.Unusable(err)
	}
	results := tester.Results()
	if len(results) == 0 {
		return console.Unusable(fmt.Errorf("%s: no variant is in or near a gene. Check the genome build", f.path))
	}
	if c.Output == "" {
		return writeGenes(env.Stdout, results)
	}
	if err := writeBeside(c.Output, func(w io.Writer) error { return writeGenes(w, results) }); err != nil {
		return console.Unusable(err)
	}
	return nil
}

func writeGenes(w io.Writer, results []genetest.Result) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "gene\tensembl\tchromosome\tstart\tend\tvariants\tneg_log_10_p_value\ttop_position\ttop_neg_log_10_p_value")
	for _, r := range results {
		body := r.Gene.Body
		fmt.Fprintf(b, "%s\t%s\t%s\t%d\t%d\t%d\t%s\t%d\t%s\n", cmp.Or(r.Gene.Symbol, "NA"), cmp.Or(r.Gene.Ensembl, "NA"),
			body.Chromosome.AppendCode(nil), body.Start, body.End,
			r.Variants, tableNumber(r.NegLog10P), r.Top, tableNumber(r.TopLogP))
	}
	return b.Flush()
}
