package config_test

import (
	"strings"
	"testing"
	"time"

	"cohortium/internal/platform/config"
)

func usable() config.Settings {
	return config.Settings{
		Storage: config.Storage{Data: "/srv/c"},
		Work: config.Work{
			Workers:           1,
			TargetBuild:       "hg19",
			DatasetQuotaBytes: 1 << 40,
			IndexQuotaBytes:   1 << 40,
			MaxIndexes:        200,
			IndexPageBytes:    1 << 24,
			MaxTables:         500,
			TableQuotaBytes:   100 << 30,
			FetchMaxBytes:     1 << 31,
			LinkLongest:       720 * time.Hour,
		},
		Web: config.Web{
			Listen: ":8080", MaxUploadBytes: 1, ChunkBytes: 1, ConnectionsPerAddress: 1,
		},
		Access: config.Access{
			SessionIdle: time.Hour, SessionMax: time.Hour, RememberMax: time.Hour,
			UserServiceURL: config.UserServiceBuiltin, SGCGroup: "sgc",
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
		"no smallest cell":          {func(s *config.Settings) { s.SGCMinCell = new(int64) }, "--sgc-min-cell"},
		"no room for indexes":       {func(s *config.Settings) { s.IndexQuotaBytes = -1 }, "--index-quota-bytes"},
		"no room for tables":        {func(s *config.Settings) { s.TableQuotaBytes = -1 }, "--table-quota-bytes"},
		"no tables":                 {func(s *config.Settings) { s.MaxTables = 0 }, "--max-tables"},
		"nothing is fetched":        {func(s *config.Settings) { s.FetchMaxBytes = -1 }, "--fetch-max-bytes"},
		"no indexes":                {func(s *config.Settings) { s.MaxIndexes = -1 }, "--max-indexes"},
		"pages without rows":        {func(s *config.Settings) { s.IndexPageBytes = 0 }, "--index-page-bytes"},
		"no room for data sets":     {func(s *config.Settings) { s.DatasetQuotaBytes = -1 }, "--dataset-quota-bytes"},
		"links that end at once":    {func(s *config.Settings) { s.LinkLongest = time.Minute }, "--link-longest"},
		"links that hardly end":     {func(s *config.Settings) { s.LinkLongest = 10_000 * time.Hour }, "--link-longest"},
		"nobody to write to":        {func(s *config.Settings) { s.PublicationContact = "Ann <ann@example.org>\r\n" }, "--publication-contact"},
		"unknown build":             {func(s *config.Settings) { s.TargetBuild = "hg18" }, "--target-build"},
		"address without a port":    {func(s *config.Settings) { s.Listen = "localhost" }, "--listen"},
		"base without a scheme":     {func(s *config.Settings) { s.BaseURL = "example.org" }, "--base-url"},
		"proxy that is no network":  {func(s *config.Settings) { s.TrustedProxies = []string{"proxy"} }, "--trusted-proxies"},
		"no connections":            {func(s *config.Settings) { s.ConnectionsPerAddress = 0 }, "--connections-per-address"},
		"API at a path":             {func(s *config.Settings) { s.APIOrigin = "https://api.example.org/v1" }, "--api-origin"},
		"API over plain http":       {func(s *config.Settings) { s.APIOrigin = "http://api.example.org" }, "--api-origin"},
		"no room for a file":        {func(s *config.Settings) { s.MaxUploadBytes = 0 }, "--max-upload-bytes"},
		"session that ends at once": {func(s *config.Settings) { s.SessionIdle = 0 }, "--session-idle"},
		"provider without a secret": {
			func(s *config.Settings) { s.OIDCIssuer, s.OIDCClientID = "https://id.example.org", "c" },
			"COHORTIUM_OIDC_CLIENT_SECRET",
		},
		"secret of an example": {func(s *config.Settings) {
			s.OIDCIssuer, s.OIDCClientID, s.OIDCClientSecret = "https://id.example.org", "c", "changeme-changeme-changeme"
		}, "COHORTIUM_OIDC_CLIENT_SECRET"},
		"provider over plain http": {func(s *config.Settings) {
			s.OIDCIssuer, s.OIDCClientID, s.OIDCClientSecret = "http://id.example.org", "c", "0123456789abcdef0123"
		}, "--oidc-issuer"},
		"mail without a sender":        {func(s *config.Settings) { s.MailURL = "smtp://localhost:25" }, "--mail-from"},
		"mail of another kind":         {func(s *config.Settings) { s.MailURL, s.MailFrom = "http://localhost", "a@example.org" }, "--mail-url"},
		"user service over plain http": {func(s *config.Settings) { s.UserServiceURL = "http://users.example.org" }, "--user-service-url"},
		"short provisioning token": {
			func(s *config.Settings) { s.UserServiceURL, s.SGCUploaderToken = "https://users.example.org", "short" },
			"COHORTIUM_SGC_UPLOADER_TOKEN",
		},
		"no group":                 {func(s *config.Settings) { s.SGCGroup = "" }, "--sgc-group"},
		"origin that is a pattern": {func(s *config.Settings) { s.AllowedOrigins = []string{"https://*.example.org"} }, "--allowed-origins"},
		"origin over plain http":   {func(s *config.Settings) { s.AllowedOrigins = []string{"http://example.org"} }, "--allowed-origins"},
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
