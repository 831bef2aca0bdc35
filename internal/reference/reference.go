// Package reference keeps the reference data that an operator installs: files of
// several types, each in a folder of its own with a JSON note beside it. A file is
// read to its end before it is installed. It imports hermes, whose panels and chain
// files it finds, and gwas, which reads them; it knows nothing of HTTP or databases.
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

	"cohortium/internal/gwas/genome"
	"cohortium/internal/hermes"
)

// Type is what a file of reference data is.
type Type string

// The types.
const (
	Panel Type = "panel" // frequencies of alleles
	Chain Type = "chain" // the way from one assembly to another
)

// kind is what a type needs: its folder, and how a file of it is read to its end. The
// reading completes the note; what it says otherwise than the file is an error.
type kind struct {
	folder string
	read   func(a *adding) error
}

func kindOf(t Type) (kind, bool) {
	switch t {
	case Panel:
		return kind{"panels", (*adding).readPanel}, true
	case Chain:
		return kind{"chains", (*adding).readChain}, true
	}
	return kind{}, false
}

// Types lists the types.
func Types() []Type { return []Type{Chain, Panel} }

// Note is what is known of an installed file. It is kept as {name}.json beside it.
type Note struct {
	Type     Type      `json:"type,omitempty"` // notes of earlier versions have none: panels
	Name     string    `json:"name"`           // unique among all types
	Build    string    `json:"build"`          // assembly of the positions; of a chain file the one that it leads from
	To       string    `json:"to,omitempty"`   // of a chain file: the assembly that it leads to
	Ancestry string    `json:"ancestry,omitempty"`
	File     string    `json:"file"`             // name of the file in the folder of the note
	Column   string    `json:"column,omitempty"` // of a panel: column or INFO key with the ALT frequency
	Version  string    `json:"version,omitempty"`
	Licence  string    `json:"licence,omitempty"`
	Rows     int64     `json:"rows"` // variants of a panel, aligned blocks of a chain file
	SHA256   string    `json:"sha256"`
	Added    time.Time `json:"added,omitzero"`
}

// builds are the assemblies of a note; To is unknown where there is none.
func (n *Note) builds() (build, to genome.Build) {
	build, _ = genome.ParseBuild(n.Build)
	to, _ = genome.ParseBuild(n.To)
	return build, to
}

// Registry is the folder of all reference data, which may be absent. What is
// installed while the server runs is found by what starts later.
type Registry struct {
	dir string
	now func() time.Time
}

// Open gives the registry in dir. The source of time dates what is added.
func Open(dir string, now func() time.Time) *Registry { return &Registry{dir: dir, now: now} }

// List gives the notes of all files in order of type and name. A note that cannot be
// used is an error that names it.
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

// path is where the file of a note lies.
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
		return nil, fmt.Errorf("%q is no assembly that is known", n.Build)
	}
	if n.Name == "" || n.Name == hermes.PanelNone || n.File != filepath.Base(n.File) {
		return nil, errors.New("a note needs a name other than none, and a file in its own folder")
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), n.File)); err != nil {
		return nil, err
	}
	return n, nil
}

// names are safe as names of files anywhere.
var names = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// Install writes the note of a file that is in place. The note is written last and
// at once, so that a half-installed file is never found.
func (r *Registry) Install(n Note) error {
	text, err := json.MarshalIndent(n, "", "  ")
	if err != nil {
		return err
	}
	note := r.note(&n)
	if err := os.WriteFile(note+".part", text, fs.FileMode(0o644)); err != nil {
		return err
	}
	return os.Rename(note+".part", note)
}

func (r *Registry) note(n *Note) string { return filepath.Join(r.folder(n.Type), n.Name+".json") }

// ErrUnknown is the error for a name under which nothing is installed.
var ErrUnknown = errors.New("nothing of this name is installed")

// Remove takes a file out, its note first. Who reads the file already reads it to
// its end.
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
		return n, os.Remove(r.path(n))
	}
	return nil, ErrUnknown
}
