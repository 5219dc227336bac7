"""The page about the app: the ways to https at home, with what is to be typed for this server's address.

Only words and commands; what this browser can do the scripts find out.
"""

from ipaddress import ip_address, ip_network

from kosci.locale.words import Words
from kosci.web.views_app import AppView, HttpsWay

EXAMPLE_ADDRESS, EXAMPLE_LOCAL, EXAMPLE_NAME = "192.168.1.20", "kosci.local", "kosci.example.org"
HOME_NETWORKS = ("10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0", "192.168.0.0/255.255.0.0", "127.0.0.0/255.0.0.0")
CURVE = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

DNS_CHALLENGE = "certbot certonly --manual --preferred-challenges dns -d {name}"
SERVE_NAME = (
    "kosci serve --lan --tls-cert /etc/letsencrypt/live/{name}/fullchain.pem"
    " --tls-key /etc/letsencrypt/live/{name}/privkey.pem"
)
AUTHORITY = (
    f'openssl req -x509 {CURVE} -days 3650 -keyout ca-key.pem -out ca.pem -subj "/CN=Kosci at home"'
    ' -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign"'
    ' -addext "nameConstraints=critical,permitted;DNS:local,permitted;DNS:localhost,{networks}"'
)
REQUEST = f'openssl req -new {CURVE} -keyout key.pem -out request.pem -subj "/CN=Kosci"'
NAMES = (
    r'printf "subjectAltName=IP:{address},DNS:{local},DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n"'
    " > names.txt"
)
SIGN = (
    "openssl x509 -req -in request.pem -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 397 -extfile names.txt"
    " -out cert.pem"
)
SERVE = "kosci serve --lan --tls-cert cert.pem --tls-key key.pem"
PROXY = "caddy reverse-proxy --from https://{name} --to 127.0.0.1:8765"
SERVE_BEHIND = "kosci serve --name {name} --trusted-proxy 127.0.0.1"


def app_view(words: Words, lead: str, address: str = "", local: str = "") -> AppView:
    """The page for a server that phones reach at this address and name; examples stand where they are not known."""
    at = {"address": address or EXAMPLE_ADDRESS, "local": local or EXAMPLE_LOCAL, "name": EXAMPLE_NAME}
    at["networks"] = ",".join(f"permitted;IP:{network}" for network in _networks(at["address"]))

    def way(key: str, lines: int, *commands: str) -> HttpsWay:
        said = tuple(words(f"https.{key}.{number}", **at) for number in range(1, lines + 1))
        return HttpsWay(words(f"https.{key}"), said, tuple(command.format(**at) for command in commands))

    ways = (
        way("authority", 5, AUTHORITY, REQUEST, NAMES, SIGN),
        way("name", 3, DNS_CHALLENGE, SERVE_NAME),
        way("proxy", 2, PROXY, SERVE_BEHIND),
    )
    return AppView(lead, ways, SERVE)


def _networks(address: str) -> tuple[str, ...]:
    """The networks that the authority vouches for: those of homes, and the address where it is in none of them."""
    is_home = any(ip_address(address) in ip_network(network) for network in HOME_NETWORKS)
    return HOME_NETWORKS if is_home else (*HOME_NETWORKS, f"{address}/255.255.255.255")
