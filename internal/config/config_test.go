package config_test

import (
	"strings"
	"testing"
	"time"

	"cohortium/internal/config"
)

func usable() config.Settings {
	return config.Settings{
		Storage: config.Storage{Data: "/srv/c"},
		Work:    config.Work{Workers: 1, TargetBuild: "hg19"},
		Web: config.Web{
			Listen: ":8080", MaxUploadBytes: 1, ChunkBytes: 1,
			SessionIdle: time.Hour, SessionMax: time.Hour, RememberMax: time.Hour,
		},
	}
}

func TestDefaultsLieInTheDataFolder(t *testing.T) {
	s := usable()
	if got := s.Database(); got != "sqlite:///srv/c/cohortium.db" {
		t.Errorf("database %q", got)
	}
	if got := s.Blobs(); got != "file:///srv/c/blobs" {
		t.Errorf("blobs %q", got)
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
}

func TestValidateNamesTheFlag(t *testing.T) {
	cases := map[string]struct {
		change func(*config.Settings)
		says   string
	}{
		"database of another kind":  {func(s *config.Settings) { s.DatabaseURL = "mysql://u:secret@h/d" }, "--database-url"},
		"blobs of another kind":     {func(s *config.Settings) { s.BlobURL = "ftp://h" }, "--blob-url"},
		"unknown build":             {func(s *config.Settings) { s.TargetBuild = "hg18" }, "--target-build"},
		"address without a port":    {func(s *config.Settings) { s.Listen = "localhost" }, "--listen"},
		"base without a scheme":     {func(s *config.Settings) { s.BaseURL = "example.org" }, "--base-url"},
		"proxy that is no network":  {func(s *config.Settings) { s.TrustedProxies = []string{"proxy"} }, "--trusted-proxies"},
		"no room for a file":        {func(s *config.Settings) { s.MaxUploadBytes = 0 }, "--max-upload-bytes"},
		"session that ends at once": {func(s *config.Settings) { s.SessionIdle = 0 }, "--session-idle"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := usable()
			c.change(&s)
			err := s.Validate()
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("error %v does not name %s", err, c.says)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("error %v repeats a password", err)
			}
		})
	}
}

func TestCookiesAreSecureBehindHTTPSOnly(t *testing.T) {
	for base, want := range map[string]bool{"": false, "http://localhost:8080": false, "https://c.example.org": true} {
		if got := (config.Web{BaseURL: base}).Secure(); got != want {
			t.Errorf("%q: secure %v, want %v", base, got, want)
		}
	}
}
