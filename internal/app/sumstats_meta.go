package app

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

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/stat"
)

// MetaCmd is `sumstats meta`.
type MetaCmd struct {
	Files       []string `arg:"" optional:"" name:"file" type:"existingfile" help:"Summary statistics, one file per study, in any format."`
	Out         string   `short:"o" required:"" type:"path" placeholder:"OUT.tsv.gz" help:"Result; OUT.tbi, OUT.summary.json and OUT.inputs.json are written beside it."`
	MetalScript string   `name:"metal-script" type:"existingfile" placeholder:"METAL.TXT" help:"Run a script of METAL: its files (beside the script), columns, filters, scheme and genomic control. Like METAL it counts variants of one study and takes A/T and C/G as stated; --min-studies and --palindromic say otherwise."`
	Inputs      string   `type:"existingfile" help:"Repeat the run of this inputs.json: its files, mappings and options. Files that changed since are refused."`

	Scheme      string  `placeholder:"ivw" help:"ivw (default): inverse variance, fixed effect. samplesize: z scores weighted by √N (effective N where stated or where cases and controls are known); beta is of a standardised trait. random: random effects, see --tau2 and --ci. metaregression: effects differ along axes of genetic variation (the model of MR-MEGA); 4 studies or more that state frequencies."`
	Tau2        string  `name:"tau2" placeholder:"dl" help:"Variance between studies for --scheme random: dl (default), DerSimonian–Laird, or reml, restricted maximum likelihood."`
	CI          string  `name:"ci" placeholder:"normal" help:"SE and P for --scheme random: normal (default), or hk, Hartung–Knapp: P of Student's t on studies − 1 degrees of freedom."`
	Axes        int     `placeholder:"T" help:"Axes of genetic variation for --scheme metaregression, 1 to 4 and 3 fewer than studies; 2 unless given, 1 of four studies."`
	MinStudies  *int    `placeholder:"2" help:"Least number of studies that must report a variant; 2, or 1 with a script of METAL."`
	MAF         float64 `name:"maf" default:"0" help:"Least minor allele frequency of a study's row; rows without frequency are kept."`
	Info        float64 `default:"0" help:"Least imputation quality of a study's row; rows without one are kept."`
	GC          bool    `name:"gc" help:"Genomic control of each study whose λ exceeds the threshold: SE·√λ. λ is measured over the rows that the other filters keep."`
	GCThreshold float64 `name:"gc-threshold" default:"1" help:"λ above which a study is corrected; 1 or more."`
	GCOutput    bool    `name:"gc-output" help:"Genomic control of the result as well; reads the files twice."`
	Palindromic string  `placeholder:"frequency" help:"A/T and C/G variants: frequency (default) leaves out those without EAF or with 0.4–0.6 and aligns the others by it; keep takes all alleles as stated; drop leaves all out."`
	KeepID      bool    `name:"keep-id" help:"Keep alleles coded I and D."`
	Key         string  `placeholder:"position" help:"position (default) or rsid. Join by chromosome and position, or by rs number when files have no positions; results then have no coordinates and no index."`

	OutputMAF   float64 `name:"output-maf" default:"0" help:"Leave out results with a lower mean minor allele frequency."`
	OutputNProp float64 `name:"output-n-prop" default:"0" help:"Leave out results below this share of the N of all studies; needs --n or counts for each."`

	Map       []string `sep:"none" placeholder:"FILE:FIELD=COLUMN" help:"Column of a field in one file, where detection asks or is wrong; without FILE: in all files."`
	Yes       bool     `short:"y" help:"Take the answers that are marked likely, and print them."`
	N         []string `name:"n" sep:"none" placeholder:"FILE=N" help:"Sample size of a study whose rows do not state it."`
	Cases     []string `sep:"none" placeholder:"FILE=N" help:"Number of cases of a study."`
	Controls  []string `sep:"none" placeholder:"FILE=N" help:"Number of controls of a study."`
	Scale     []string `sep:"none" placeholder:"FILE=SCALE" help:"Scale of a study's effects where the file does not tell: log_odds, linear_binary (a linear model of a yes/no trait; becomes log odds with --cases and --controls), units, standardised or log_hazard; without FILE: of all."`
	ZeroBased []string `sep:"none" placeholder:"FILE" help:"Positions of a file count from 0, as the starts of BED do."`
	Missing   []string `sep:"none" placeholder:"FILE=TEXT" help:"Further text for a missing value in a file, such as -9; without FILE: in all files."`
	Overlap   []string `sep:"none" placeholder:"FILE+FILE=R" help:"Correlation of the z-scores of two studies that share people, for --scheme samplesize: people shared / √(N·N) for one trait, or the intercept of LD score regression of both."`
	XCoding   []string `name:"x-coding" sep:"none" placeholder:"FILE=0/1" help:"How a study counts the allele of males on chromosome X: 0/1, 0/2, or females where it has none; without FILE: all. Where studies differ, X is left out unless z scores are combined."`
	Name      []string `sep:"none" placeholder:"FILE=NAME" help:"Name of a study; the name of the file otherwise."`
	Ancestry  []string `sep:"none" placeholder:"FILE=NAME" help:"Ancestry of a study. Where there are several, each of two studies or more gets OUT.NAME.tsv.gz beside the combined result, and top loci tell what each says."`
	Confirm   []string `sep:"none" placeholder:"CODE" help:"Combine although the studies raise a doubt, which the refusal names: shared_people, few_shared, units, sample_size, effective_n, duplicates or inflation."`
	Build     string   `help:"Assembly of all files, GRCh37 or GRCh38 (hg19, hg38); the one they look like unless given."`

	Figures bool   `help:"Write OUT.manhattan.svg and OUT.qq.svg as well."`
	MaxLoci int    `default:"1000" help:"Most loci listed in the summary."`
	Workers int    `default:"0" help:"Cores to use; 0 for all. It has no influence on the result."`
	Memory  int64  `default:"384" placeholder:"MIB" help:"Memory for sorting files that are not sorted."`
	TempDir string `type:"existingdir" help:"Folder for sorting larger files."`
}

// Help is shown above the flags.
func (c *MetaCmd) Help() string {
	return `Rows of all studies meet by chromosome, position and the unordered pair of alleles; single bases also by the
complementary pair, which is turned and counted. The strand and the effect allele of a result are those that most studies
report, ties going to the alphabetically first allele, so the order of the files changes only the column "direction".
The result is the same to the byte on every run and for any number of workers.

Result columns: chromosome base_pair_location effect_allele other_allele beta standard_error effect_allele_frequency (mean
under the weights of the scheme) p_value neg_log_10_p_value variant_id (chromosome_position_other_effect) rsid n n_studies
direction (one of + - 0 ? per file) q het_p i2 (per cent) tau2 eaf_min eaf_max; NA is missing.
A meta-regression adds chisq_association het_ancestry_p het_residual_p, and beta_axis_1 standard_error_axis_1 and so on; its beta
is the effect where all axes are 0, and p_value that of the association with effects that differ along the axes.

FILE in --map, --n, --cases, --controls, --scale, --zero-based, --missing, --overlap, --x-coding, --name and --ancestry is the path as given, or the name of the file.

The studies are judged by each other: the same study twice, other units, odds ratios among betas, frequencies or effects of the
other allele, another genome build. A doubt ends the run with the flag that answers it; --confirm overrules what may be intended.

Status: 0 done, 1 no variant could be combined and nothing was written, 2 usage, a question about the columns or the studies, or
an unreadable file.`
}

// Run combines the files.
func (c *MetaCmd) Run(env *Env) error {
	job, err := c.prepare(env)
	if err != nil {
		return unusable(err)
	}
	summary, err := job.run()
	if err != nil {
		return unusable(job.refused(err))
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
		return &exitError{status: exitFindings, err: errors.New("no variant is reported by enough studies; the account above says where the rows went")}
	}
	return nil
}

// options are the settings of the command line on top of others.
func (c *MetaCmd) options(opt meta.Options) meta.Options {
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
	opt.MaxLoci, opt.Workers = c.MaxLoci, c.Workers
	opt.Confirmed = c.confirmed()
	return opt
}

// printMeta writes the account of each study and the result in a few lines.
func printMeta(w io.Writer, s *meta.Summary, out string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "study\trows\tused\tlambda\tturned\tleft out")
	for _, study := range s.Studies {
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%d\t%s\n", study.Name, study.RowsIn, study.RowsUsed,
			metaNumber(study.LambdaGC), study.StrandFlipped, metaReasons(study.DroppedByReason))
	}
	for _, a := range s.Ancestries {
		fmt.Fprintf(t, "\n%s\t%s\t%d genome-wide significant\tlambda %s\n", a.Name, stat.Counted(a.NVariants, "variant", "variants"), a.NSignificant, metaNumber(a.LambdaGC))
	}
	if s.Axes != nil {
		fmt.Fprintf(t, "\n%s\tfrom the frequencies of %s; %d A/T and C/G left out\n", stat.Counted(int64(len(s.Axes.Explained)), "axis", "axes"),
			stat.Counted(int64(s.Axes.Variants), "variant", "variants"), s.Axes.Palindromic)
	}
	if s.XChromosome != nil {
		fmt.Fprintf(t, "\nchromosome X\t%s\n", s.XChromosome.Text)
	}
	fmt.Fprintf(t, "\nvariants\t%d\ngenome-wide significant\t%d in %s\nlambda\t%s\nresult\t%s\n",
		s.NVariants, s.NSignificant, stat.Counted(s.NLoci, "locus", "loci"), metaNumber(s.LambdaGC), out)
	return t.Flush()
}

func metaNumber(n meta.Number) string {
	if math.IsNaN(float64(n)) {
		return "not available"
	}
	return fmt.Sprintf("%.4f", float64(n))
}

// metaReasons lists counts by reason, in order of the names.
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

// refuseInPlace keeps an output from replacing a file that is being read.
func refuseInPlace(output string, inputs ...string) error {
	for _, input := range inputs {
		in, errIn := os.Stat(input)
		out, errOut := os.Stat(output)
		if errIn == nil && errOut == nil && os.SameFile(in, out) {
			return fmt.Errorf("%s is read by this run and cannot be its output: choose another name", output)
		}
	}
	return nil
}

// writeBeside writes a file through a temporary one, so that a reader never
// finds half of it.
func writeBeside(path string, write func(w io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // after the rename there is nothing left to remove
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
