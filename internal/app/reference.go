package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"cohortium/internal/app/console"
	"cohortium/internal/app/installed"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// ReferenceCmd manages the reference data of an installation, or of a data folder that no server has
// used.
type ReferenceCmd struct {
	Add    ReferenceAddCmd    `cmd:"" help:"Check a file to its end and install it."`
	List   ReferenceListCmd   `cmd:"" help:"List the installed files."`
	Remove ReferenceRemoveCmd `cmd:"" help:"Take a file out again."`
}

// ReferenceAddCmd is `reference add`.
type ReferenceAddCmd struct {
	config.Storage `embed:""`
	File           string `arg:"" help:"File to install; it is copied into the file store." type:"existingfile"`
	Type           string `required:"" enum:"chain,fasta,genes,ld,ld_scores,loci,panel,recombination,rs_numbers" help:"What the file is: ${enum}."`
	Name           string `help:"Name of the installed file. Default: its file name."`
	Build          string `help:"Genome build of the positions if they do not show it (GRCh37, GRCh38). Not for a chain."`
	Ancestry       string `help:"Panel, LD and LD scores: people that they are of: AFR, AMR, EAS, EUR, SAS, CSA, MID or ALL."`
	Column         string `help:"Panel: column of the table, or key of INFO, with the frequency of ALT."`
	From           string `placeholder:"BUILD" help:"Chain: assembly that it leads from; compared with the file."`
	To             string `placeholder:"BUILD" help:"Chain: assembly that it leads to; compared with the file."`
	Merged         string `placeholder:"FILE" help:"Table of rs numbers: the numbers that were replaced, each with the one that replaces it, in two columns." type:"existingfile"`
	Release        string `placeholder:"VERSION" help:"Version of the data, as reports shall name it."`
	Licence        string `help:"Terms under which the file may be used, as reports shall name them."`
}

// Run installs the file and prints its description. The status is 1 if it is refused.
func (c *ReferenceAddCmd) Run(env *console.Env) error {
	note, err := c.note()
	if err != nil {
		return console.Unusable(err)
	}
	if err := makeDataFolder(c.Data); err != nil {
		return err
	}
	source := reference.FileAt(c.File, c.Merged)
	var added *reference.Note
	if !installed.HasDatabase(c.Storage) {
		added, err = reference.Open(c.Reference(), console.Now).AddFrom(env.Ctx, source, note)
	} else {
		err = withInstaller(env, c.Storage, func(i *reference.Installer) (err error) {
			added, err = i.Add(env.Ctx, source, note, audit.OriginOf(env.Ctx).Actor)
			return err
		})
	}
	if no := new(reference.RefusedError); errors.As(err, &no) {
		return no
	}
	if err != nil {
		return console.Unusable(err)
	}
	_, err = fmt.Fprintf(env.Stdout, "%s is installed: %s. What starts from now on uses it.\n", added.Name, describe(added))
	return err
}

// withInstaller runs fn on the reference data of an installation, with those that its data folder has
// from before.
func withInstaller(env *console.Env, s config.Storage, fn func(*reference.Installer) error) (err error) {
	k, err := openStack(env.Ctx, withoutPages(s), newLog(env.Stderr), tuning{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.Close()) }()
	if err := k.bringInReference(env.Ctx); err != nil {
		return err
	}
	return fn(k.installer)
}

// note reads the flags of the type; a flag of another type is an error.
func (c *ReferenceAddCmd) note() (reference.Note, error) {
	n := reference.Note{Type: reference.Type(c.Type), Name: c.Name, Version: c.Release, Licence: c.Licence}
	merged := "" // it is opened, not recorded
	for _, said := range []struct {
		place reference.Place
		text  string
		kept  *string
	}{
		{reference.OfBuild, c.Build, &n.Build}, {reference.OfAncestry, c.Ancestry, &n.Ancestry}, {reference.OfColumn, c.Column, &n.Column},
		{reference.OfFrom, c.From, &n.Build}, {reference.OfTo, c.To, &n.To}, {reference.OfMerged, c.Merged, &merged},
	} {
		switch {
		case said.text == "":
		case !n.Type.Asks(said.place):
			return n, fmt.Errorf("%s does not apply to a file of --type %s", said.place.Flag(), n.Type)
		default:
			*said.kept = said.text
		}
	}
	return n, nil
}

// describe describes a file in one line.
func describe(n *reference.Note) string {
	build := reference.Assembly(n.Build)
	switch n.Type {
	case reference.Chain:
		return fmt.Sprintf("a chain file from %s to %s with %s", build, reference.Assembly(n.To), phrase.Counted(n.Rows, "aligned block", "aligned blocks"))
	case reference.Fasta:
		return fmt.Sprintf("the sequence of %s on %s", phrase.Counted(n.Rows, "chromosome", "chromosomes"), build)
	case reference.Genes:
		return fmt.Sprintf("a list of %s on %s", phrase.Counted(n.Rows, "protein-coding gene", "protein-coding genes"), build)
	case reference.Recombination:
		return fmt.Sprintf("a map of recombination of %s on %s", phrase.Counted(n.Rows, "point", "points"), build)
	case reference.LD:
		if n.Holds == ld.Genotypes {
			return fmt.Sprintf(
				"genotypes of %s of %s at %s on %s",
				phrase.Counted(int64(n.People), "person", "people"),
				n.Ancestry,
				phrase.Counted(n.Rows, "variant", "variants"),
				build,
			)
		}
		return fmt.Sprintf("LD of %s in %s on %s", phrase.Counted(n.Rows, "pair of variants", "pairs of variants"), n.Ancestry, build)
	case reference.LDScores:
		return fmt.Sprintf("LD scores of %s in %s on %s", phrase.Counted(n.Rows, "variant", "variants"), n.Ancestry, build)
	case reference.RSNumbers:
		return fmt.Sprintf(
			"a table of %s of rs numbers on %s, and %s that others replaced",
			phrase.Counted(n.Rows, "place", "places"),
			build,
			phrase.Counted(n.Replaced, "number", "numbers"),
		)
	case reference.Loci:
		return fmt.Sprintf("known loci of %s on %s", phrase.Counted(n.Rows, "association", "associations"), build)
	default:
		return fmt.Sprintf("a panel of %s on %s with the frequencies of %s in %s", phrase.Counted(n.Rows, "variant", "variants"), build, n.Ancestry, n.Column)
	}
}

// ReferenceListCmd is `reference list`.
type ReferenceListCmd struct {
	config.Storage `embed:""`
	JSON           bool `name:"json" help:"Print the notes as JSON."`
}

// Run prints one line per file, built-in ones last.
func (c *ReferenceListCmd) Run(env *console.Env) error {
	registry, closing, err := installed.Open(env.Ctx, c.Storage)
	if err != nil {
		return console.Unusable(err)
	}
	notes, err := registry.List(env.Ctx)
	if err := errors.Join(err, closing()); err != nil {
		return console.Unusable(err)
	}
	if c.JSON {
		e := json.NewEncoder(env.Stdout)
		e.SetIndent("", "  ")
		return e.Encode(append([]reference.Note{}, notes...))
	}
	return printReference(env.Stdout, notes)
}

func printReference(w io.Writer, notes []reference.Note) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tTYPE\tBUILD\tROWS\tANCESTRY\tVERSION\tLICENCE\tSHA256")
	for i := range notes {
		n := &notes[i]
		builds := reference.Assembly(n.Build)
		if n.To != "" {
			builds += " → " + reference.Assembly(n.To)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\n", n.Name, n.Type, builds, n.Rows, dash(n.Ancestry), dash(n.Version), dash(n.Licence), n.SHA256)
	}
	inside := liftover.Inside()
	fmt.Fprintf(t, "%s\t%s\t%s → %s\t%d\t%s\t%s\t%s\t%s\n", "(inside the program)", reference.Chain, inside.From, inside.To, inside.Blocks(),
		dash(""), dash(""), inside.Source.Licence, inside.Source.SHA256)
	for _, b := range []genome.Build{genome.GRCh37, genome.GRCh38} {
		if genes, ok := gene.Inside(b); ok {
			fmt.Fprintf(
				t,
				"%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\n",
				"(inside the program)",
				reference.Genes,
				b,
				genes.Len(),
				dash(""),
				genes.Source,
				genes.Terms,
				dash(""),
			)
		}
	}
	return t.Flush()
}

func dash(text string) string {
	if strings.TrimSpace(text) == "" {
		return "–"
	}
	return text
}

// ReferenceRemoveCmd is `reference remove`.
type ReferenceRemoveCmd struct {
	config.Storage `embed:""`
	Name           string `arg:"" help:"Name of the installed file, as shown by list."`
	Force          bool   `help:"Remove it although current reports were made with it, or jobs may need it."`
}

// Run removes the file, unless a current report in the database used it or jobs may need it.
func (c *ReferenceRemoveCmd) Run(env *console.Env) error {
	remove := func(registry *reference.Registry, remove func(context.Context, string) error) error {
		notes, err := registry.List(env.Ctx)
		if err != nil {
			return console.Unusable(err)
		}
		at := slices.IndexFunc(notes, func(n reference.Note) bool { return n.Name == c.Name })
		if at < 0 {
			return console.Unusable(fmt.Errorf("%s: %w: cohortium reference list shows them", c.Name, reference.ErrUnknown))
		}
		if err := remove(env.Ctx, c.Name); errs.Is(err, errs.Conflict) {
			return fmt.Errorf("%w With --force it is removed all the same", explained(err))
		} else if err != nil {
			return explained(err)
		}
		_, err = fmt.Fprintf(env.Stdout, "%s was removed: %s. Results that name it stay as they are.\n", c.Name, describe(&notes[at]))
		return err
	}
	if !installed.HasDatabase(c.Storage) {
		folder := reference.Open(c.Reference(), console.Now)
		return remove(folder.Registry, func(ctx context.Context, name string) error {
			_, err := folder.Remove(ctx, name)
			return err
		})
	}
	return withInstaller(env, c.Storage, func(i *reference.Installer) error {
		if c.Force {
			return remove(i.Registry, i.RemoveUsed)
		}
		return remove(i.Registry, i.Remove)
	})
}
