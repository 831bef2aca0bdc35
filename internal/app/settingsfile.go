package app

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// settingsFile is the file of --config: a JSON object with values by flag name, with underscores.
// Flags and environment variables have priority.
type settingsFile map[string]any

func readSettings(r io.Reader) (kong.Resolver, error) {
	var values settingsFile
	if err := json.NewDecoder(r).Decode(&values); err != nil {
		return nil, fmt.Errorf("the settings cannot be read as JSON: %w", err)
	}
	return values, nil
}

func keyOf(flag *kong.Flag) string { return strings.ReplaceAll(flag.Name, "-", "_") }

// Validate implements kong.Resolver: an unknown name is an error.
func (f settingsFile) Validate(app *kong.Application) error {
	known := map[string]bool{}
	err := kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			known[keyOf(flag)] = true
		}
		return next(nil)
	})
	if err != nil {
		return err
	}
	for name := range f {
		if !known[name] {
			return fmt.Errorf("the settings file has an unknown setting %q", name)
		}
	}
	return nil
}

// Resolve implements kong.Resolver.
func (f settingsFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	inEnvironment := slices.ContainsFunc(flag.Envs, func(name string) bool { _, set := os.LookupEnv(name); return set })
	value, ok := f[keyOf(flag)]
	if !ok || inEnvironment {
		return nil, nil
	}
	return value, nil
}
