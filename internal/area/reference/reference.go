// Package reference keeps the reference data that an operator installs: files of several types, each
// with a note. A server keeps the files in the file store and their register in the database; commands
// on local files read a folder. A file is read to its end before it is installed, from a command or by
// a job. It imports hermes, whose panels and chain files it finds, and gwas, which reads them; it knows
// nothing of HTTP or SQL.
package reference

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/platform/cache"
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

// Note describes an installed file. A folder has it as {name}.json next to the file.
type Note struct {
	Type     Type    `json:"type,omitempty"` // notes of earlier versions have none: panels
	Name     string  `json:"name"`           // unique among all types
	Build    string  `json:"build"`          // assembly of the positions; of a chain file the one that it leads from
	To       string  `json:"to,omitempty"`   // of a chain file: the assembly that it leads to
	Ancestry string  `json:"ancestry,omitempty"`
	File     string  `json:"file"`               // name of the file; in a folder it is next to the note
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

// Shelf holds the installed files with their notes: a folder, or the file store with its register in
// the database.
type Shelf interface {
	// Notes lists the notes of a type, by name.
	Notes(ctx context.Context, t Type) ([]Note, error)
	// Take makes a file readable on this machine, with those beside it: endings are the ends of their
	// names, "" for the file itself. It stays until it is released.
	Take(ctx context.Context, n *Note, endings ...string) (*Copy, error)
	// Size returns the size of a file in bytes.
	Size(ctx context.Context, n *Note) (int64, error)
}

// Copy is an installed file on this machine. Files beside it have its path and their endings.
type Copy struct {
	Path    string
	Release func() // call it once
}

// Registry answers from reference data on a shelf. What is installed while a server runs is used by
// later work.
type Registry struct {
	shelf  Shelf
	now    func() time.Time
	loaded *cache.Cache[string, any] // what was read, by type, assembly and sum
}

// NewRegistry returns the registry of a shelf. now dates the installed files.
func NewRegistry(shelf Shelf, now func() time.Time) *Registry {
	return &Registry{shelf: shelf, now: now, loaded: cache.New[string, any](loadedMost, 0, nil)}
}

// loadedMost is how many files are kept in memory: for two assemblies genes, a map, the way to the
// other, known loci original and lifted, and sources of LD and frequencies of several ancestries,
// of which only indexes are in memory.
const loadedMost = 32

// List returns the notes of all files in order of type and name. A note that cannot be used is an
// error that names it.
func (r *Registry) List(ctx context.Context) ([]Note, error) {
	var all []Note
	for _, t := range Types() {
		notes, err := r.list(ctx, t)
		if err != nil {
			return nil, err
		}
		all = append(all, notes...)
	}
	return all, nil
}

func (r *Registry) list(ctx context.Context, t Type) ([]Note, error) { return r.shelf.Notes(ctx, t) }

// names are safe as file names on any system.
var names = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// ErrUnknown is the error for a name that is not installed.
var ErrUnknown = errors.New("nothing of this name is installed")
