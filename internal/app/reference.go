package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"cohortium/internal/config"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/reference"
)

// ReferenceCmd manages the reference data of a data folder.
type ReferenceCmd struct {
	Add    ReferenceAddCmd    `cmd:"" help:"Check a file to its end and install it."`
	List   ReferenceListCmd   `cmd:"" help:"List what is installed."`
	Remove ReferenceRemoveCmd `cmd:"" help:"Take a file out again."`
}

// ReferenceAddCmd is `reference add`.
type ReferenceAddCmd struct {
	config.Storage `embed:""`
	File           string `arg:"" help:"File to install; it is copied into the data folder." type:"existingfile"`
	Type           string `required:"" enum:"chain,panel" help:"What the file is: chain or panel."`
	Name           string `help:"Name to keep it under; that of the file unless given."`
	Build          string `help:"Panel: assembly of its positions, where they do not tell it (GRCh37, GRCh38)."`
	Ancestry       string `help:"Panel: people that its frequencies are of: AFR, AMR, EAS, EUR, SAS, CSA, MID or ALL."`
	Column         string `help:"Panel: column of the table, or key of INFO, with the frequency of ALT."`
	From           string `placeholder:"BUILD" help:"Chain: assembly that it leads from; compared with the file."`
	To             string `placeholder:"BUILD" help:"Chain: assembly that it leads to; compared with the file."`
	Release        string `placeholder:"VERSION" help:"Version of the data, as reports shall name it."`
	Licence        string `help:"Terms under which the file may be used, as reports shall name them."`
}

// Run installs the file and says what was found in it. The status is 1 when it is
// refused.
func (c *ReferenceAddCmd) Run(env *Env) error {
	note, err := c.note()
	if err != nil {
		return unusable(err)
	}
	if err := makeDataFolder(c.Data); err != nil {
		return err
	}
	added, err := reference.Open(c.Reference(), now).Add(env.Ctx, c.File, note)
	if no := new(reference.RefusedError); errors.As(err, &no) {
		return no
	}
	if err != nil {
		return unusable(err)
	}
	_, err = fmt.Fprintf(env.Stdout, "%s is installed: %s. What starts from now on uses it.\n", added.Name, describe(added))
	return err
}

// note takes the flags of the type; one of another type is refused, not forgotten.
func (c *ReferenceAddCmd) note() (reference.Note, error) {
	n := reference.Note{Type: reference.Type(c.Type), Name: c.Name, Version: c.Release, Licence: c.Licence}
	of := map[reference.Type]map[string]string{
		reference.Panel: {"--build": c.Build, "--ancestry": c.Ancestry, "--column": c.Column},
		reference.Chain: {"--from": c.From, "--to": c.To},
	}
	for t, flags := range of {
		for flag, value := range flags {
			if t != n.Type && value != "" {
				return n, fmt.Errorf("%s says something about a %s, and --type is %s", flag, t, n.Type)
			}
		}
	}
	n.Build, n.Ancestry, n.Column = c.Build, c.Ancestry, c.Column
	if n.Type == reference.Chain {
		n.Build, n.To = c.From, c.To
	}
	return n, nil
}

// describe says what a file is in one line.
func describe(n *reference.Note) string {
	switch n.Type {
	case reference.Chain:
		return fmt.Sprintf("a chain file from %s to %s with %s", assembly(n.Build), assembly(n.To), stat.Counted(n.Rows, "aligned block", "aligned blocks"))
	default:
		return fmt.Sprintf("a panel of %s on %s with the frequencies of %s in %s", stat.Counted(n.Rows, "variant", "variants"), assembly(n.Build), n.Ancestry, n.Column)
	}
}

// assembly is the name of a build as it is written everywhere; notes of earlier
// versions have other words for it.
func assembly(name string) string {
	if b, ok := genome.ParseBuild(name); ok {
		return string(b)
	}
	return name
}

// ReferenceListCmd is `reference list`.
type ReferenceListCmd struct {
	config.Storage `embed:""`
	JSON           bool `name:"json" help:"Print the notes as JSON."`
}

// Run prints one line for each file, that inside the program last.
func (c *ReferenceListCmd) Run(env *Env) error {
	notes, err := reference.Open(c.Reference(), now).List()
	if err != nil {
		return unusable(err)
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
		builds := assembly(n.Build)
		if n.To != "" {
			builds += " → " + assembly(n.To)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\n", n.Name, n.Type, builds, n.Rows, dash(n.Ancestry), dash(n.Version), dash(n.Licence), n.SHA256)
	}
	inside := liftover.Inside()
	fmt.Fprintf(t, "%s\t%s\t%s → %s\t%d\t%s\t%s\t%s\t%s\n", "(inside the program)", reference.Chain, inside.From, inside.To, inside.Blocks(),
		dash(""), dash(""), inside.Source.Licence, inside.Source.SHA256)
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
	Name           string `arg:"" help:"Name of what is installed, as list shows it."`
}

// Run removes the file and its note.
func (c *ReferenceRemoveCmd) Run(env *Env) error {
	removed, err := reference.Open(c.Reference(), now).Remove(c.Name)
	if errors.Is(err, reference.ErrUnknown) {
		return unusable(fmt.Errorf("%s: %w: cohortium reference list shows what is", c.Name, err))
	}
	if err != nil {
		return unusable(err)
	}
	_, err = fmt.Fprintf(env.Stdout, "%s was removed: %s. Results that name it stay as they are.\n", removed.Name, describe(removed))
	return err
}
