package sumstatscmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/phrase"
)

// MetaCmd is `sumstats meta`.
type MetaCmd struct {
	Files       []string `arg:"" optional:"" name:"file" type:"existingfile" help:"Summary statistics in any format, one file per study."`
	Out         string   `short:"o" required:"" type:"path" placeholder:"OUT.tsv.gz" help:"Result. OUT.tbi, OUT.summary.json and OUT.inputs.json are written beside it."`
	MetalScript string   `name:"metal-script" type:"existingfile" placeholder:"METAL.TXT" help:"Run a METAL script: its files (relative to the script), columns, filters, scheme and genomic control. As in METAL, variants of one study are kept and A/T and C/G alleles are taken as stated; --min-studies and --palindromic override this."`
	Inputs      string   `type:"existingfile" help:"Repeat the run of this inputs.json with its files, mappings and options. Changed files are refused."`

	Scheme      string  `placeholder:"ivw" help:"ivw (default): inverse variance, fixed effect. samplesize: z-scores weighted by √N (by effective N where it is known); beta is that of a standardised trait. random: random effects, see --tau2 and --ci. metaregression: effects differ along axes of genetic variation (the model of MR-MEGA); 4 or more studies with frequencies."`
	Tau2        string  `name:"tau2" placeholder:"dl" help:"Estimator of the variance between studies for --scheme random: dl (DerSimonian–Laird, default) or reml (restricted maximum likelihood)."`
	CI          string  `name:"ci" placeholder:"normal" help:"SE and P for --scheme random: normal (default) or hk (Hartung–Knapp; P of Student's t with studies − 1 degrees of freedom)."`
	Axes        int     `placeholder:"T" help:"Number of axes of genetic variation for --scheme metaregression: 1 to 4, and at most studies − 3. Default: 2, or 1 for four studies."`
	MinStudies  *int    `placeholder:"2" help:"Minimum number of studies that report a variant. Default: 2, or 1 with --metal-script."`
	MAF         float64 `name:"maf" default:"0" help:"Minimum minor allele frequency of a study's row. Rows without a frequency are kept."`
	Info        float64 `default:"0" help:"Minimum imputation quality of a study's row. Rows without one are kept."`
	GC          bool    `name:"gc" help:"Genomic control of each study whose λ exceeds the threshold: SE·√λ. λ is measured on the rows that pass the other filters."`
	GCThreshold float64 `name:"gc-threshold" default:"1" help:"λ above which a study is corrected; 1 or more."`
	GCOutput    bool    `name:"gc-output" help:"Also apply genomic control to the result. The files are read twice."`
	Palindromic string  `placeholder:"frequency" help:"A/T and C/G variants. frequency (default): align by frequency; leave out those without EAF or with EAF 0.4–0.6. keep: take alleles as stated. drop: leave all out."`
	KeepID      bool    `name:"keep-id" help:"Keep alleles coded I and D."`
	Key         string  `placeholder:"position" help:"Join rows by position (default), or by rsid if files have no positions. Results by rsid have no coordinates and no index."`

	OutputMAF   float64 `name:"output-maf" default:"0" help:"Minimum mean minor allele frequency of a result."`
	OutputNProp float64 `name:"output-n-prop" default:"0" help:"Minimum N of a result, as a share of the N of all studies. Needs --n or counts for each study."`

	StudyFlags
	Overlap  []string `sep:"none" placeholder:"FILE+FILE=R" help:"Correlation of the z-scores of two studies that share people, for --scheme samplesize: shared people / √(N₁·N₂) for one trait, or the intercept of LD score regression of both."`
	XCoding  []string `name:"x-coding" sep:"none" placeholder:"FILE=0/1" help:"How a study counts the allele of males on chromosome X: 0/1, 0/2, or females (no males); without FILE: all studies. If studies differ, X is left out unless z-scores are combined."`
	Ancestry []string `sep:"none" placeholder:"FILE=NAME" help:"Ancestry of a study. If there are several, each one with 2 or more studies also gets a result, OUT.NAME.tsv.gz, which the top loci list too."`
	Confirm  []string `sep:"none" placeholder:"CODE" help:"Combine in spite of a doubt about the studies. The refusal names its code: shared_people, few_shared, units, sample_size, effective_n, duplicates or inflation."`

	LeaveOneOut bool `name:"leave-one-out" help:"Also combine the files without each study, for --scheme ivw and random. OUT.leave-one-out.tsv.gz contains for each variant the study without which it is weakest and the one without which it is strongest, each with the result without it. The summary contains variants, loci and λ without each study."`

	Figures bool   `help:"Also write OUT.manhattan.svg and OUT.qq.svg."`
	MaxLoci int    `default:"1000" help:"Maximum number of loci in the summary."`
	Workers int    `default:"0" help:"CPU cores to use; 0 for all. The result does not depend on it."`
	Memory  int64  `default:"384" placeholder:"MIB" help:"Memory for sorting unsorted files."`
	TempDir string `type:"existingdir" help:"Folder for temporary files while sorting."`

	// Options replace those of the flags, and Watch receives the bytes read, if set by another command.
	Options *meta.Options    `kong:"-"`
	Watch   func(read int64) `kong:"-"`
}

// Help is shown above the flags.
func (c *MetaCmd) Help() string {
	return `Rows are joined by chromosome, position and the unordered pair of alleles. Single bases also match the complementary
pair, which is turned and counted. Strand and effect allele of a result are those of most studies; in a tie, the alphabetically
first allele. So the order of the files changes only the column "direction". The result is the same to the byte in every run
and for any number of workers.

Result columns: chromosome base_pair_location effect_allele other_allele beta standard_error effect_allele_frequency (mean
under the weights of the scheme) p_value neg_log_10_p_value variant_id (chromosome_position_other_effect) rsid n n_studies
direction (one of + - 0 ? per file) q het_p i2 (per cent) tau2 eaf_min eaf_max; NA is missing.
A meta-regression adds chisq_association het_ancestry_p het_residual_p, and beta_axis_1 standard_error_axis_1 and so on. Its beta
is the effect where all axes are 0, and its p_value tests the association with effects that differ along the axes.

FILE in a flag is the path as given, or the name of the file.

Studies are compared with each other. Duplicates, different units, odds ratios among betas, frequencies or effects of the other
allele, and different genome builds stop the run, and the error names the flag that answers. --confirm overrules a doubt
about what may be intended.

Status: 0 done; 1 no variant could be combined, and nothing was written; 2 usage, a question about columns or studies, or
an unreadable file.`
}

// Run combines the files.
func (c *MetaCmd) Run(env *console.Env) error {
	job, err := c.prepare(env)
	if err != nil {
		return console.Unusable(err)
	}
	summary, err := job.run()
	if err != nil {
		return console.Unusable(job.refused(err))
	}
	job.warn(summary)
	out := c.Out
	if summary.NVariants == 0 {
		out = "not written"
	}
	if err := printMeta(env.Stdout, summary, out); err != nil {
		return err
	}
	if summary.NVariants == 0 {
		return &console.ExitError{
			Status: console.ExitFindings,
			Err:    errors.New("no variant is reported by enough studies; see the counts of excluded rows above"),
		}
	}
	return nil
}

// options adds the settings of the command line to others.
func (c *MetaCmd) options(opt meta.Options) meta.Options {
	if c.Options != nil {
		opt = *c.Options
		opt.Workers = c.Workers
		return opt
	}
	opt.Scheme = cmp.Or(meta.Scheme(c.Scheme), opt.Scheme)
	opt.Tau2, opt.Interval = cmp.Or(meta.Tau2(c.Tau2), opt.Tau2), cmp.Or(meta.Interval(c.CI), opt.Interval)
	opt.Key = cmp.Or(meta.Key(c.Key), opt.Key)
	opt.Palindromic = cmp.Or(meta.Palindromic(c.Palindromic), opt.Palindromic)
	if c.MinStudies != nil {
		opt.MinStudies = *c.MinStudies
	}
	opt.GenomicControl = opt.GenomicControl || c.GC
	opt.GCThreshold, opt.OutputGenomicControl = c.GCThreshold, c.GCOutput
	opt.MAF, opt.Info, opt.KeepSymbolic = c.MAF, c.Info, c.KeepID
	opt.Axes = cmp.Or(c.Axes, opt.Axes)
	opt.OutputMAF, opt.OutputNProportion = c.OutputMAF, c.OutputNProp
	opt.MaxLoci, opt.Workers, opt.LeaveOneOut = c.MaxLoci, c.Workers, c.LeaveOneOut
	opt.Confirmed = c.confirmed()
	return opt
}

// printMeta prints the counts of each study and the result in a few lines.
func printMeta(w io.Writer, s *meta.Summary, out string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "study\trows\tused\tlambda\tturned\tleft out")
	for _, study := range s.Studies {
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%d\t%s\n", study.Name, study.RowsIn, study.RowsUsed,
			metaNumber(study.LambdaGC), study.StrandFlipped, metaReasons(study.DroppedByReason))
	}
	for _, a := range s.Ancestries {
		fmt.Fprintf(
			t,
			"\n%s\t%s\t%d genome-wide significant\tlambda %s\n",
			a.Name,
			phrase.Counted(a.NVariants, "variant", "variants"),
			a.NSignificant,
			metaNumber(a.LambdaGC),
		)
	}
	for _, w := range s.LeaveOneOut {
		fmt.Fprintf(
			t,
			"\nwithout %s\t%s\t%d genome-wide significant\tlambda %s\n",
			w.Name,
			phrase.Counted(w.NVariants, "variant", "variants"),
			w.NSignificant,
			metaNumber(w.LambdaGC),
		)
	}
	if s.Axes != nil {
		fmt.Fprintf(t, "\n%s\tfrom the frequencies of %s; %d A/T and C/G left out\n", phrase.Counted(int64(len(s.Axes.Explained)), "axis", "axes"),
			phrase.Counted(int64(s.Axes.Variants), "variant", "variants"), s.Axes.Palindromic)
	}
	if s.XChromosome != nil {
		fmt.Fprintf(t, "\nchromosome X\t%s\n", s.XChromosome.Text)
	}
	fmt.Fprintf(t, "\nvariants\t%d\ngenome-wide significant\t%d in %s\nlambda\t%s\nresult\t%s\n",
		s.NVariants, s.NSignificant, phrase.Counted(s.NLoci, "locus", "loci"), metaNumber(s.LambdaGC), out)
	return t.Flush()
}

func metaNumber(n meta.Number) string {
	if math.IsNaN(float64(n)) {
		return "not available"
	}
	return fmt.Sprintf("%.4f", float64(n))
}

// metaReasons formats counts by reason, sorted by name.
func metaReasons(counts map[string]int64) string {
	if len(counts) == 0 {
		return "none"
	}
	var parts []string
	for _, reason := range sortedKeys(counts) {
		parts = append(parts, fmt.Sprintf("%s %d", reason, counts[reason]))
	}
	return strings.Join(parts, ", ")
}

// RefuseInPlace returns an error if an output would replace an input.
func RefuseInPlace(output string, inputs ...string) error {
	for _, input := range inputs {
		in, errIn := os.Stat(input)
		out, errOut := os.Stat(output)
		if errIn == nil && errOut == nil && os.SameFile(in, out) {
			return fmt.Errorf("%s is read by this run and cannot be its output: choose another name", output)
		}
	}
	return nil
}

// writeBeside writes a file through a temporary one, so that a reader never sees a partial file.
func writeBeside(path string, write func(w io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // after the rename there is nothing to remove
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
