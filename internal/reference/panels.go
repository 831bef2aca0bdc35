// Package reference finds the reference panels that the operator installed: a
// folder with one JSON note beside each panel file. It imports hermes
// and never changes the folder while the server runs.
package reference

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cohortium/internal/hermes"
)

// Note is the JSON beside a panel file: {panel}.json.
type Note struct {
	Name     string `json:"name"`
	Build    string `json:"build"`    // hg19 or grch38
	Ancestry string `json:"ancestry"` // AFR, AMR, EAS, EUR, SAS, MID or ALL
	File     string `json:"file"`     // name of the panel file in the same folder
	Column   string `json:"column"`   // column or INFO key with the ALT frequency
	Version  string `json:"version"`
	Rows     int64  `json:"rows"`
	SHA256   string `json:"sha256"`
}

// Panels lists the panels of one folder.
type Panels struct{ dir string }

// NewPanels looks for panels in dir, which may be absent.
func NewPanels(dir string) *Panels { return &Panels{dir: dir} }

// Panels reads the notes anew, so that a panel installed while the server runs
// is found. A note that cannot be used is an error that names it.
func (p *Panels) Panels(context.Context) ([]hermes.Panel, error) {
	notes, err := filepath.Glob(filepath.Join(p.dir, "*.json"))
	if err != nil {
		return nil, fmt.Errorf("reference.Panels(%q): %w", p.dir, err)
	}
	var out []hermes.Panel
	for _, path := range notes {
		panel, err := read(path)
		if err != nil {
			return nil, fmt.Errorf("reference.Panels(%q): %w", path, err)
		}
		out = append(out, panel)
	}
	slices.SortFunc(out, func(a, b hermes.Panel) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

func read(path string) (hermes.Panel, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return hermes.Panel{}, err
	}
	var n Note
	if err := json.Unmarshal(text, &n); err != nil {
		return hermes.Panel{}, err
	}
	if n.Name == "" || n.Name == hermes.PanelNone || n.File != filepath.Base(n.File) {
		return hermes.Panel{}, errors.New("a panel's note needs a name other than none, and a file in its own folder")
	}
	file := filepath.Join(filepath.Dir(path), n.File)
	if _, err := os.Stat(file); err != nil {
		return hermes.Panel{}, err
	}
	return hermes.Panel{
		Name: n.Name, Build: n.Build, Ancestry: n.Ancestry, Rows: n.Rows,
		Version: n.Version, SHA256: n.SHA256, Path: file, Column: n.Column,
	}, nil
}

// Install writes the note of a panel whose file is in place. The note is
// written last and at once, so that a half-installed panel is never found.
func (p *Panels) Install(n Note) error {
	text, err := json.MarshalIndent(n, "", "  ")
	if err != nil {
		return err
	}
	note := filepath.Join(p.dir, n.Name+".json")
	if err := os.WriteFile(note+".part", text, fs.FileMode(0o644)); err != nil {
		return err
	}
	return os.Rename(note+".part", note)
}
