// Package reference keeps the reference data that an operator installs: files of several types,
// each in a separate folder with a JSON note next to it. A file is read to its end before it is
// installed, from a command or in the background. It imports hermes, whose panels and chain files
// it finds, and gwas, which reads them; it knows nothing of HTTP or databases.
package reference

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/private"
)

// Type is the type of a reference data file.
type Type string

// The types.
const (
	Panel         Type = "panel"         // frequencies of alleles
	Chain         Type = "chain"         // the way from one assembly to another
	Fasta         Type = "fasta"         // the sequence of an assembly
	Genes         Type = "genes"         // genes of an assembly, which replace the built-in ones
	Recombination Type = "recombination" // rates of recombination along an assembly
	LD            Type = "ld"            // r² of pairs of variants, or genotypes to compute it of
	LDScores      Type = "ld_scores"     // how much each variant is linked to all others around it
	RSNumbers     Type = "rs_numbers"    // places of rs numbers, and those that were replaced
	Loci          Type = "loci"          // associations that studies have published
)

// kind describes a type: its folder, the reader of its files, and the details that may be stated
// besides name, version and licence. Reading completes the note; a statement that contradicts the
// file is an error.
type kind struct {
	folder string
	read   func(a *adding) error
	asks   []Place
}

func kindOf(t Type) (kind, bool) {
	switch t {
	case Panel:
		return kind{"panels", (*adding).readPanel, []Place{OfBuild, OfAncestry, OfColumn}}, true
	case Chain:
		return kind{"chains", (*adding).readChain, []Place{OfFrom, OfTo}}, true
	case Fasta:
		return kind{"fasta", (*adding).readFasta, []Place{OfBuild}}, true
	case Genes:
		return kind{"genes", (*adding).readGenes, []Place{OfBuild}}, true
	case Recombination:
		return kind{"recombination", (*adding).readRecombination, []Place{OfBuild}}, true
	case LD:
		return kind{"ld", (*adding).readLD, []Place{OfBuild, OfAncestry}}, true
	case LDScores:
		return kind{"ld_scores", (*adding).readLDScores, []Place{OfBuild, OfAncestry}}, true
	case RSNumbers:
		return kind{"rs_numbers", (*adding).readRSNumbers, []Place{OfBuild, OfMerged}}, true
	case Loci:
		return kind{"loci", (*adding).readLoci, []Place{OfBuild}}, true
	}
	return kind{}, false
}

// Types lists the types.
func Types() []Type {
	return []Type{Chain, Fasta, Genes, LD, LDScores, Loci, Panel, Recombination, RSNumbers}
}

// Asks reports whether a place belongs to a type.
func (t Type) Asks(p Place) bool {
	k, _ := kindOf(t)
	return p == OfName || slices.Contains(k.asks, p)
}

// Keeps reports whether a file of the type must stay while a current report used it: the report
// could not be repeated without it.
func (t Type) Keeps() bool { return t == Panel || t == Chain }

// Note describes an installed file. It is stored as {name}.json next to it.
type Note struct {
	Type     Type    `json:"type,omitempty"` // notes of earlier versions have none: panels
	Name     string  `json:"name"`           // unique among all types
	Build    string  `json:"build"`          // assembly of the positions; of a chain file the one that it leads from
	To       string  `json:"to,omitempty"`   // of a chain file: the assembly that it leads to
	Ancestry string  `json:"ancestry,omitempty"`
	File     string  `json:"file"`               // name of the file in the folder of the note
	Column   string  `json:"column,omitempty"`   // of a panel: column or INFO key with the ALT frequency
	Holds    ld.Kind `json:"holds,omitempty"`    // of LD: pairs or genotypes
	People   int     `json:"people,omitempty"`   // of genotypes: how many
	Replaced int64   `json:"replaced,omitempty"` // of rs numbers: how many were replaced
	// ReplacedSHA256 is that of the original file of replaced rs numbers.
	ReplacedSHA256 string    `json:"replaced_sha256,omitempty"`
	Version        string    `json:"version,omitempty"`
	Licence        string    `json:"licence,omitempty"`
	Rows           int64     `json:"rows"`   // entries of the file: variants, blocks, genes, points, pairs, scores, associations, chromosomes or places
	SHA256         string    `json:"sha256"` // of the original file
	Added          time.Time `json:"added,omitzero"`
}

// builds returns the assemblies of a note; To is unknown where there is none.
func (n *Note) builds() (build, to genome.Build) {
	build, _ = genome.ParseBuild(n.Build)
	to, _ = genome.ParseBuild(n.To)
	return build, to
}

// Assembly returns the standard name of a build; notes of earlier versions have other names.
func Assembly(name string) string {
	if b, ok := genome.ParseBuild(name); ok {
		return string(b)
	}
	return name
}

// Registry is the folder of all reference data, which may be absent. Files that are installed while
// the server runs are used by later work.
type Registry struct {
	dir    string
	now    func() time.Time
	loaded *cache.Cache[string, any] // what was read, by type, assembly and sum
}

// Open returns the registry in dir. now dates the installed files.
func Open(dir string, now func() time.Time) *Registry {
	return &Registry{dir: dir, now: now, loaded: cache.New[string, any](loadedMost, 0, nil)}
}

// loadedMost is how many files are kept in memory: for two assemblies genes, a map, the way to the
// other, known loci original and lifted, and sources of LD and frequencies of several ancestries,
// of which only indexes are in memory.
const loadedMost = 32

// List returns the notes of all files in order of type and name. A note that cannot be used is an
// error that names it.
func (r *Registry) List() ([]Note, error) {
	var all []Note
	for _, t := range Types() {
		notes, err := r.list(t)
		if err != nil {
			return nil, err
		}
		all = append(all, notes...)
	}
	return all, nil
}

func (r *Registry) list(t Type) ([]Note, error) {
	paths, err := filepath.Glob(filepath.Join(r.folder(t), "*.json"))
	if err != nil {
		return nil, fmt.Errorf("reference.List(%q): %w", t, err)
	}
	var all []Note
	for _, path := range paths {
		n, err := readNote(path, t)
		if err != nil {
			return nil, fmt.Errorf("reference.List(%q): %w", path, err)
		}
		all = append(all, *n)
	}
	slices.SortFunc(all, func(a, b Note) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

func (r *Registry) folder(t Type) string {
	k, _ := kindOf(t)
	return filepath.Join(r.dir, k.folder)
}

// path returns the path of a note's file.
func (r *Registry) path(n *Note) string { return filepath.Join(r.folder(n.Type), n.File) }

func readNote(path string, t Type) (*Note, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n := &Note{Type: t}
	if err := json.Unmarshal(text, n); err != nil {
		return nil, err
	}
	if n.Type != t {
		return nil, fmt.Errorf("it is the note of a %s, in the folder of the other type %s", n.Type, t)
	}
	if build, _ := n.builds(); build == genome.UnknownBuild {
		return nil, fmt.Errorf("%q is not a known genome build", n.Build)
	}
	if n.Name == "" || n.Name == hermes.PanelNone || n.File != filepath.Base(n.File) {
		return nil, errors.New("a note needs a name other than none, and a file in its own folder")
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), n.File)); err != nil {
		return nil, err
	}
	return n, nil
}

// names are safe as file names on any system.
var names = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// Install writes the note of a file that is in place. The note is written last and
// at once, so that a half-installed file is never found.
func (r *Registry) Install(n Note) error {
	text, err := json.MarshalIndent(n, "", "  ")
	if err != nil {
		return err
	}
	note := r.note(&n)
	if err := private.Write(note+".part", text); err != nil {
		return err
	}
	return os.Rename(note+".part", note)
}

func (r *Registry) note(n *Note) string { return filepath.Join(r.folder(n.Type), n.Name+".json") }

// ErrUnknown is the error for a name that is not installed.
var ErrUnknown = errors.New("nothing of this name is installed")

// Remove removes a file, its note first. Readers that have it open can read it to its end.
func (r *Registry) Remove(name string) (*Note, error) {
	all, err := r.List()
	if err != nil {
		return nil, err
	}
	for i := range all {
		n := &all[i]
		if n.Name != name {
			continue
		}
		if err := os.Remove(r.note(n)); err != nil {
			return nil, err
		}
		for _, end := range besideEnds {
			if err := os.Remove(r.path(n) + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
		return n, os.Remove(r.path(n))
	}
	return nil, ErrUnknown
}
