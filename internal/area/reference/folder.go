package reference

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/private"
)

// Folder is the registry of reference data in a folder, which may be absent: a folder for each type,
// with a JSON note next to each file. Commands on local files use it, and servers before version 57 of
// the database did.
type Folder struct {
	*Registry
	shelf folder
}

// Open returns the registry in dir. now dates the installed files.
func Open(dir string, now func() time.Time) *Folder {
	return &Folder{NewRegistry(folder(dir), now), folder(dir)}
}

// folder is a shelf in a folder.
type folder string

// Notes implements Shelf.
func (f folder) Notes(_ context.Context, t Type) ([]Note, error) {
	paths, err := filepath.Glob(filepath.Join(f.of(t), "*.json"))
	if err != nil {
		return nil, fmt.Errorf("reference.Notes(%q): %w", t, err)
	}
	var all []Note
	for _, path := range paths {
		n, err := readNote(path, t)
		if err != nil {
			return nil, fmt.Errorf("reference.Notes(%q): %w", path, err)
		}
		all = append(all, *n)
	}
	slices.SortFunc(all, func(a, b Note) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

// Take implements Shelf.
func (f folder) Take(_ context.Context, n *Note, endings ...string) (*Copy, error) {
	path := f.path(n)
	for _, end := range endings {
		if _, err := os.Stat(path + end); err != nil {
			return nil, err
		}
	}
	return &Copy{Path: path, Release: func() {}}, nil
}

// Size implements Shelf.
func (f folder) Size(_ context.Context, n *Note) (int64, error) {
	info, err := os.Stat(f.path(n))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// of returns the folder of a type.
func (f folder) of(t Type) string {
	k, _ := kindOf(t)
	return filepath.Join(string(f), k.folder)
}

func (f folder) path(n *Note) string { return filepath.Join(f.of(n.Type), n.File) }

func (f folder) note(n *Note) string { return filepath.Join(f.of(n.Type), n.Name+".json") }

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

// Add is AddFrom, for a file on this machine.
func (f *Folder) Add(ctx context.Context, path string, want Note) (*Note, error) {
	return f.AddFrom(ctx, FileAt(path, ""), want)
}

// AddFrom checks a file and installs it, see Check. The note is written last and at once, so that a
// half-installed file is never found.
func (f *Folder) AddFrom(ctx context.Context, source Source, want Note) (*Note, error) {
	checked, err := f.Check(ctx, source, want, f.shelf.of(want.Type))
	if err != nil {
		return nil, err
	}
	defer checked.Clean()
	n := &checked.Note
	for _, end := range endings { // an index after its file
		if from, there := checked.Files[end]; there {
			if err := os.Rename(from, f.shelf.path(n)+end); err != nil {
				return nil, err
			}
		}
	}
	text, err := json.MarshalIndent(n, "", "  ")
	if err != nil {
		return nil, err
	}
	note := f.shelf.note(n)
	if err := private.Write(note+".part", text); err != nil {
		return nil, err
	}
	return n, os.Rename(note+".part", note)
}

// Remove removes a file, its note first. Readers that have it open can read it to its end.
func (f *Folder) Remove(ctx context.Context, name string) (*Note, error) {
	all, err := f.List(ctx)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(n Note) bool { return n.Name == name })
	if at < 0 {
		return nil, ErrUnknown
	}
	n := &all[at]
	if err := os.Remove(f.shelf.note(n)); err != nil {
		return nil, err
	}
	for _, end := range slices.Backward(endings) {
		if err := os.Remove(f.shelf.path(n) + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return n, nil
}
