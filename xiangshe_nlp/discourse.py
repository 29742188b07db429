"""Discourse rules that a reader of the Yili would own: who does an act that does not name its agent.

Each rule is a function with a name; it gives the agents, or None where it has nothing to say. Rows
carry the name, evaluation prints its precision, and `data/lexicon/agent_rules.csv` says it in a
sentence. They are tried in the order of `RULES`; the first that speaks decides. The last is the
chain: the agent of the act before goes on until another is named as agent, not as object or recipient.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .events import Event
from .lexicon import load_vocabulary, once
from .scene import RECENT, UNSPECIFIED, Names, Scene, is_single, officers, principals, thing_of
from .state import Body

DRINKING = frozenset("坐立祭飲卒嚌啐")
SETTING_UP = frozenset("薦設席尊縣羞陳布加徹納")
COMMANDERS = frozenset({"主人", "司正", "司馬", "司射", "樂正", "公", "君", "大史", "司宮"})

Rule = Callable[[Event, Scene, Sequence[Event]], "Names | None"]


@once
def _offices() -> dict[str, Names]:
    return {e.form: tuple(e.lemma.split("+")) for e in load_vocabulary("offices")}


def fulfilment(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """What was ordered is done by those who were ordered: 命弟子設楅 … 乃設楅.

    Source: 鄉射禮 取矢委楅; 納射器.
    """
    order = scene.order
    if order is None or not order.object or not order.recipients:
        return None
    done = event.verb + thing_of(event)
    return tuple(p.name for p in order.recipients) if len(done) > 1 and order.object[0].startswith(done) else None


def attendants(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """Mats, vessels, food are set out by attendants whom the text does not name: 薦脯醢, 乃設折俎.

    Source: 鄉射禮 陳設; 主人獻賓. 鄭玄 on 鄉射禮 請坐徹俎: 俎者主人贊者設之.
    """
    if "既" in event.adverbs and event.verb in scene.last_of:  # 既設楅: he who set it up
        return None
    carried = event.object is None and event.verb in ("設", "加")  # 弟子奉豐升，設於…: what one carries
    if (carried or event.adverbs & {"遂"}) and not scene.attendants:
        return None
    if event.verb in SETTING_UP and not (event.verb == "加" and not scene.attendants):
        return (UNSPECIFIED,)
    if scene.attendants and not scene.topic and event.entry.kind in ("handling", "furnishing"):
        return (UNSPECIFIED,)
    return None


def mutual(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """What is done to one another is done by both: 與司馬交於階前，相左; 相揖; of a pair that goes down, by the pair.

    Source: 鄉射禮 三耦初射.
    """
    if "相" in event.adverbs or event.verb == "交":
        if event.companions:
            return scene.pair if set(scene.chain) < set(scene.pair) else scene.chain
        if scene.joint and "相" in event.adverbs or event.verb == "交" and scene.joint:
            return scene.joint
    return None


def taking_along(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """壹揖壹讓，以賓升: he who takes the guest along salutes; the next act of the line says so.

    Source: 鄉射禮 主人獻賓.
    """
    if event.verb not in ("揖", "讓"):
        return None
    for later in ahead[:2]:
        if later.agents:
            return None
        if later.companions and later.verb == "升":
            return scene.chain
        if later.verb != "讓":
            return None
    return None


def both_parties(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """揖讓升 and 三讓 without a subject: host and guest; 升 is the host's where the guest's follows in words of its own.

    Source: 鄉射禮 迎賓拜至; 鄭玄 on it: 三讓而主人先升者是主人先讓於賓不俱升者.
    """
    yields = event.verb == "讓" or (event.verb == "揖" and bool(ahead) and ahead[0].verb == "讓" and not ahead[0].agents)
    goes_up = event.verb == "升" and scene.last is not None and scene.last.verb in ("讓", "如") and not scene.last.agents
    parties = _parties(scene, ahead)
    if not (yields or goes_up and scene.last_names == parties):
        return None
    if goes_up and ahead and any(p.name in principals() for p in ahead[0].agents) and ahead[0].verb in ("升", "厭"):
        return ("主人",)
    return parties


def _parties(scene: Scene, ahead: Sequence[Event]) -> Names:
    """Host and guest: the guest who acts next, else the last whom the text named."""
    following = next((later.agents[0].name for later in ahead if later.agents), "")
    guests = principals() | {"公", "諸公"}  # 公升: a duke among the guests
    near = scene.guest if scene.guest and scene.guest_age <= RECENT else "賓"
    return ("主人", following if following in guests else near)


def together(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """皆 without a subject: the two who acted last; 主人以賓揖 … 皆行: both.

    Source: 鄉射禮 迎賓拜至; 立司正.
    """
    if "皆" not in event.adverbs or "左右" in event.adverbs:
        return None
    if scene.joint:
        return scene.joint
    if scene.topic:
        return None
    if scene.last is not None and scene.last.verb == "相" and scene.bower and scene.before:  # who helped them to bow stands by
        return scene.bower + tuple(n for n in scene.before if n not in scene.bower)
    if scene.chain in scene.several or scene.order is not None and scene.order.verb == "使":  # 舉觶者皆…: more than one of them
        return None
    if len(scene.chain) == 1 and scene.before and is_single(scene.chain[0]):
        return scene.before + tuple(n for n in scene.chain if n not in scene.before)
    return None


def taken_along(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """After 主人以賓揖 what follows is done by both, unless one goes first (先入).

    Source: 鄉射禮 迎賓拜至; 請坐徹俎.
    """
    last = scene.last
    if last is not None and last.verb in ("揖", "讓") and not {"先", "相"} & (event.adverbs | last.adverbs):
        return scene.joint or None
    return None


def shooters(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """乃射, 卒射, 拾發, 竝行: the pair that is shooting.

    Source: 鄉射禮 三耦初射; 鄭玄: 拾更也.
    """
    if not scene.pair:
        return None
    side_by_side = bool(event.adverbs & {"並", "拾"})
    shoots = event.verb in ("射", "發") or (event.verb == "卒" and thing_of(event) == "射")
    if side_by_side or shoots and "誘" not in event.adverbs:
        last = scene.last_of.get("射", scene.pair)
        return scene.pair if side_by_side or set(last) <= set(scene.pair) else None
    return None


def office(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """An act that belongs to an office: 合樂 to singers and mouth-organs, 釋獲 to the tally-keeper.

    Source: data/lexicon/offices.csv.
    """
    holders = _offices().get(event.verb + thing_of(event))
    if holders is None and (event.entry.kind == "music" or event.verb == "比"):
        holders = _offices().get(event.verb)
    return holders if holders and holders != scene.chain and (event.first or event.negated) else None


def drinker(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """After the giver's 拜送 the one who received the cup sacrifices and drinks.

    Source: 鄉射禮 主人獻衆賓; 獻工與笙.
    """
    last = scene.last
    if last is not None and last.verb == "獻" and scene.passive:  # 衆賓獻，則不拜受爵
        return scene.receiver or None
    if last is None or last.verb != "送" or last.first or event.verb not in DRINKING or not scene.receiver:
        return None
    return scene.receiver if scene.receiver != scene.last_names else None


def sent(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """使二人舉觶於賓介，洗: those who are sent to raise the goblet begin by washing it.

    Source: 鄉飲酒禮 二人舉觶; 鄉射禮 二人舉觶 names them.
    """
    order = scene.order
    if order is None or scene.last is not order or event.verb not in ("洗", "盥", "升") or "舉" not in thing_of(order):
        return None
    return (thing_of(order)[thing_of(order).index("舉"):][:2] + "者",)


def giver(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """獻 without a subject is by the one who offered before: 不洗，遂獻笙於西階上.

    Source: 鄉射禮 獻工與笙.
    """
    offers = event.verb == "獻" or (event.verb == "洗" and bool(ahead) and ahead[0].verb == "獻" and not ahead[0].agents)
    fills = scene.last_of.get("實", scene.last_of.get("酌"))
    if event.about and scene.giver:  # 大師則為之洗
        return scene.giver
    if not offers or fills == scene.chain:
        return None
    if scene.last is not None and scene.last_names == scene.chain and scene.last.verb in ("受", "取", "洗", "盥", "執"):
        return None  # who has just taken a cup will offer it himself
    offerer = scene.giver or (fills or ())
    return offerer if offerer != scene.chain else None


def finishing(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """卒洗, 卒盥, 卒射: he finishes who began; likewise in 主人少退，卒拜, when the guest has bowed.

    Source: 鄉射禮 主人酬賓 (賓不辭洗，卒洗); 鄉飲酒禮 主人酬賓 (卒拜).
    """
    if "卒" in event.adverbs and event.verb in ("拜", "歌", "射") or "既" in event.adverbs:
        return scene.last_of.get(event.verb)
    return scene.last_of.get(thing_of(event)) if event.verb == "卒" else None


def declined(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """Whose bow below was declined goes up and bows there: 賓下拜，小臣辭，升，再拜稽首.

    Source: 燕禮, 大射: the guest's bow to the duke.
    """
    last = scene.last
    if last is None or last.verb != "辭" or last.object is not None or event.verb not in ("升", "拜", "成"):
        return None
    by_officer = set(scene.last_names) <= officers()
    return scene.bower if by_officer and scene.bower and scene.bower != scene.last_names else None


def led(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """The blind musicians go with those who lead them, and it is they who sit: 弟子相工，降自西階，西面北上坐.

    Source: 鄉射禮 遷樂; 合樂.
    """
    leads = scene.led and set(scene.led[:-1]) <= set(scene.chain)
    if not leads or event.entry.kind not in ("motion", "posture"):
        return None
    return scene.led[-1:] if event.verb == "坐" else scene.led


def other_party(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """Nobody hands or offers to himself: where the chain is the receiver, the one who acted before him acts.

    Source: the sense of giving.
    """
    toward = {p.name for p in event.recipients}
    return scene.before if toward & set(scene.chain) and scene.before and not toward & set(scene.before) else None


def receiving(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """Right after one hands over, another receives: 以授於席前，受觶.

    Source: 鄉射禮 飲不勝者.
    """
    last = scene.last
    if event.verb != "受" or last is None or last.verb != "授" or last.recipients:
        return None
    return scene.topic_before or scene.before or None


def cup_holder(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """After an answering bow he goes on who has the cup: 執觶興，賓荅拜，降洗.

    Source: 鄉射禮 一人舉觶; 遵入獻酢.
    """
    last = scene.last
    if last is None or last.verb != "拜" or "答" not in last.adverbs or not scene.bower:
        return None
    if any(e.verb == "受" and not e.agents for e in (event, *ahead[:1])):  # 主人荅拜，升受爵: he whose hands are free
        return None
    return scene.bower if scene.holds(scene.bower) and not scene.holds(scene.last_names) else None


def carrier(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """What needs a cup in hand is done by him who has it: 賓拜，進，坐奠觶于薦西; 庶子贊授肺，立卒爵.

    Source: 鄉飲酒禮 一人舉觶; 主人酬賓; 大射 主人獻公.
    """
    if scene.holds(scene.chain) or event.verb == "降":
        return None
    needy = next((e for e in (event, *ahead) if thing_of(e)[-1:] in tuple("爵觶觚散角之") and e.verb in ("卒", "實", "奠")), None)
    before = (event, *ahead)[:(event, *ahead).index(needy)] if needy is not None else ()
    if needy is None or any(e.agents for e in (event, *ahead)[1:len(before) + 1]):
        return None
    if any(e.entry.kind not in ("posture", "motion", "salutation") for e in before):
        return None
    others = {names for names in (scene.bower, scene.before, scene.giver, scene.receiver)
              if names and names != scene.chain and any(scene.bodies.get(n, Body()).hand == "holds" for n in names)}
    return min(others) if len(others) == 1 else None


def greeting(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """揖衆賓 is the host's greeting; the guest beckons to his company (厭). He whose bow is answered bows to the next.

    Source: 鄭玄 on 鄉射禮 迎賓拜至: 差卑禮宜異; 引手曰厭. 鄉飲酒禮 迎賓: 再拜賓，賓荅拜，拜介，介荅拜.
    """
    last, greeted = scene.last, {p.name for p in event.recipients}
    answered = last is not None and last.verb == "拜" and "答" in last.adverbs and scene.last_names == scene.chain
    if event.verb == "拜" and answered and greeted and scene.bower and not greeted & set(scene.bower + scene.chain):
        return scene.bower
    if event.verb == "揖" and any(p.name == "衆賓" for p in event.recipients) and scene.bower and "主人" not in scene.chain:
        return ("主人",)
    return None


def asker(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """Once his request is granted the one who asked goes on: 請釋獲於賓，賓許，降，搢扑.

    Source: 鄉射禮 作射請釋獲.
    """
    return scene.asker if scene.consent and scene.asker else None


def messenger(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """反命: he reports back who was sent with the words.

    Source: 鄉射禮 請坐徹俎.
    """
    return scene.asker if event.verb in ("反", "復") and thing_of(event) == "命" and scene.asker else None


def ordering(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """使, 命, 作 are for one who gives orders: where the chain has none, the last who ordered, as in the parallel passage.

    Source: 鄉射禮 二人舉觶; 無算爵.
    """
    if "c" not in event.entry.more["frame"] or event.entry.form == "請" or set(scene.chain) & COMMANDERS:
        return None
    if scene.last_names != (UNSPECIFIED,):
        return None
    return scene.commander or None


def topic(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """Whom a clause without an act names goes on as agent: 大夫若有遵者，則入門左; 主人朝服，乃速賓.

    Source: 鄉射禮 遵入獻酢; 速賓.
    """
    return scene.topic or None


def chain(event: Event, scene: Scene, ahead: Sequence[Event]) -> Names | None:
    """The agent of the act before goes on; an attendant who came out with the host does not bow with him.

    Source: the way of the rite books; a note between two clauses ends no chain.
    """
    if "主人" in scene.chain and event.entry.kind == "salutation":
        return ("主人",) if set(scene.chain) <= {"主人", "相"} else scene.chain
    return scene.chain or None


RULES: tuple[Rule, ...] = (
    fulfilment, sent, attendants, mutual, taking_along, both_parties, together, shooters, office, drinker, giver, messenger,
    finishing, receiving, cup_holder, carrier, greeting, asker, declined, led, ordering, topic, taken_along, other_party,
    chain,
)
